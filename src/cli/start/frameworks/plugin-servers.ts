/**
 * Servers that register Latchkey as a plugin or a middleware: Hono, Fastify, Koa, Elysia and h3.
 *
 * @module
 */
import {
  addAfterCall,
  addAfterVariable,
  addImport,
  applySourceEdits,
  type SourceEdit,
} from '../edit-source.js'
import { findImportSuffix, toRelativeImport } from '../import-path.js'
import { renderConfigModule } from '../render-module.js'
import { sourcePath } from '../source-path.js'
import type { AppLayout, NeededImport, NewApp, StartFramework } from '../start-types.js'

interface Server {
  readonly name: string
  readonly dependency: string
  /** The function of `latchkey/<dependency>`. */
  readonly factory: string
  /** Registers `auth`. */
  readonly edit: SourceEdit
  readonly instruction: string
  readonly newApp?: NewApp
  /** Returns the options of the function beside the configuration. */
  findOptions?(layout: AppLayout): NeededImport | undefined
  listNotes?(layout: AppLayout): readonly string[]
}

export const hono = createServerFramework({
  name: 'Hono',
  dependency: 'hono',
  factory: 'HonoAuth',
  edit: addAfterCall('Hono', '.use(auth)'),
  instruction: '`new Hono().use(auth)`',
  findOptions: ({ honoAdapter }) =>
    honoAdapter === undefined ? undefined : { module: honoAdapter, names: ['getConnInfo'] },
  listNotes: ({ honoAdapter }) =>
    honoAdapter === undefined
      ? [
          "Limits of attempts need the address of the client: `HonoAuth(config, { getConnInfo })`, with `getConnInfo` of Hono's adapter for your runtime, such as `@hono/node-server/conninfo`.",
        ]
      : [],
  newApp: {
    createCommands: ['npm init -y && npm pkg set type=module'],
    packages: ['hono', '@hono/node-server', 'tsx'],
    startCommand: 'npx tsx --env-file=.env server.ts',
    variables: [['NODE_ENV', 'development']],
    createFiles: () => [
      {
        path: 'app.ts',
        language: 'ts',
        text: `import { Hono } from 'hono'
import { auth, requireAuth } from './auth.js'

export const app = new Hono()
  .use(auth)
  .get('/', async c => {
    const session = await c.get('auth').getSession()
    return c.html(session ? '<a href="/auth/signout">Sign out</a>' : '<a href="/auth/signin">Sign in</a>')
  })
  .get('/account', requireAuth(), c => c.json(c.get('session').user))
`,
      },
      {
        path: 'server.ts',
        language: 'ts',
        text: `import { serve } from '@hono/node-server'
import { app } from './app.js'

serve({ fetch: app.fetch, port: 3000 })
`,
      },
    ],
  },
})

export const fastify = createServerFramework({
  name: 'Fastify',
  dependency: 'fastify',
  factory: 'FastifyAuth',
  edit: parsed =>
    ['Fastify', 'fastify']
      .map(name => addAfterVariable(name, app => `${app}.register(auth)`)(parsed))
      .find(edit => edit !== null) ?? null,
  instruction: '`app.register(auth)`',
})

export const koa = createServerFramework({
  name: 'Koa',
  dependency: 'koa',
  factory: 'KoaAuth',
  edit: addAfterVariable('Koa', app => `${app}.use(auth)`),
  instruction: '`app.use(auth)`',
})

export const elysia = createServerFramework({
  name: 'Elysia',
  dependency: 'elysia',
  factory: 'ElysiaAuth',
  edit: addAfterCall('Elysia', '.use(auth)'),
  instruction: '`new Elysia().use(auth)`',
})

export const h3 = createServerFramework({
  name: 'h3',
  dependency: 'h3',
  factory: 'H3Auth',
  edit: addAfterCall('H3', '.use(auth)'),
  instruction: '`app.use(auth)`, or with h3 1 `app.use(eventHandler(auth))`',
})

function createServerFramework(server: Server): StartFramework {
  const { name, dependency, factory } = server
  return {
    name,
    dependency,
    basePath: '/auth',
    port: 3000,
    guide: `frameworks/${dependency}`,
    environmentFile: '.env',
    importSuffix: '.js',
    ...(server.newApp && { newApp: server.newApp }),
    ...(server.listNotes && { listNotes: server.listNotes }),
    getAuthPath: ({ sourceFolder, extension }) => `${sourceFolder}auth.${extension}`,
    createFiles: (config, layout) => [
      {
        path: `${layout.sourceFolder}auth.${layout.extension}`,
        language: layout.extension,
        text: renderConfigModule(config, {
          type: `${factory}Config`,
          factory,
          module: `latchkey/${dependency}`,
          results: dependency === 'elysia' ? ['auth'] : ['auth', 'requireAuth'],
          options: server.findOptions?.(layout),
          extension: layout.extension,
        }),
      },
    ],
    edits: [
      {
        path: sourcePath,
        change: ({ path, source }, authPath) =>
          applySourceEdits(path, source, [
            addImport(`import { auth } from '${toRelativeImport(path, authPath, findImportSuffix(source))}'`),
            server.edit,
          ]),
        instruction: authPath => `Before your routes: ${server.instruction}, with \`auth\` of ${authPath}.`,
      },
    ],
  }
}
