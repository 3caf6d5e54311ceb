/**
 * Creates the files of a new app for a framework, a store and sign-in methods.
 *
 * @module
 */
import { frameworks } from './choices.js'
import { describeConfig } from './describe-config.js'
import { createDrizzleConfig, prismaSchema } from './tool-files.js'

/**
 * Creates the commands and files of a combination of `listCombinations`.
 *
 * @returns `{ installs, commands, files, signInUrl, callbackUrl }`: shell commands before and after the files are written, and files as
 *   `{ path, language, text }`; `callbackUrl` is null without GitHub
 */
export function createStart({ framework, store, methods }) {
  const app = apps[framework]
  const config = describeConfig({ store, methods }, app.env ?? 'process.env')
  const { basePath, port } = frameworks[framework]
  const origin = `http://localhost:${port}`
  return {
    installs: [...app.create, ...listInstalls(app, config)],
    commands: [...config.commands, app.start],
    files: [...app.createFiles(config), ...createToolFiles(config, app), createEnvironment(config, app)],
    signInUrl: `${origin}${basePath}/signin`,
    callbackUrl: methods.includes('github') ? `${origin}${basePath}/callback/github` : null,
  }
}

function listInstalls(app, { packages, developmentPackages }) {
  const run = ['npm install latchkey', ...app.packages, ...packages].join(' ')
  return developmentPackages.length > 0
    ? [run, `npm install --save-dev ${developmentPackages.join(' ')}`]
    : [run]
}

/** The tables are not in these files: `npx latchkey generate` adds them. */
function createToolFiles({ tool }, { schema }) {
  if (tool === 'prisma') return [{ path: 'prisma/schema.prisma', language: 'prisma', text: prismaSchema }]
  if (tool !== 'drizzle') return []
  return [{ path: 'drizzle.config.ts', language: 'ts', text: createDrizzleConfig(schema) }]
}

/** `AUTH_SECRET` is empty, because each app needs its own. */
function createEnvironment({ variables }, { environmentFile, environment = [] }) {
  const lines = [['AUTH_SECRET', ''], ...environment, ...variables].map(([name, value]) => `${name}=${value}`)
  const note = '# AUTH_SECRET: the output of `openssl rand -base64 33`'
  return { path: environmentFile, language: 'sh', text: `${note}\n${lines.join('\n')}\n` }
}

/** Renders a module: sorted imports, statements, and a call or an object with the properties of the configuration. */
function renderModule({ imports, statements, properties }, { extraImports = [], open, close, after = [] }) {
  const all = [...imports, ...extraImports].sort((one, other) =>
    readSpecifier(one) < readSpecifier(other) ? -1 : 1,
  )
  return [
    ...all,
    '',
    ...(statements.length > 0 ? [...statements, ''] : []),
    open,
    ...properties.map(line => `  ${line}`),
    close,
    ...after,
    '',
  ].join('\n')
}

/** Relative imports come last. */
function readSpecifier(line) {
  const specifier = /from '(.+)'/.exec(line)[1]
  return specifier.startsWith('.') ? `~${specifier}` : specifier
}

function importSchema({ tool }, path) {
  return tool === 'drizzle' ? [`import * as schema from '${path}'`] : []
}

const apps = {
  next: {
    create: ['npx create-next-app@latest my-app --yes && cd my-app'],
    packages: [],
    start: 'npm run dev',
    environmentFile: '.env.local',
    schema: 'schema.ts',
    createFiles: createNextFiles,
  },
  express: {
    create: ['npm init -y && npm pkg set type=module'],
    packages: ['express', 'tsx'],
    start: 'npx tsx --env-file=.env app.ts',
    environmentFile: '.env',
    environment: [['NODE_ENV', 'development']],
    schema: 'schema.ts',
    createFiles: createExpressFiles,
  },
  sveltekit: {
    create: ['npx sv create my-app --template minimal --types ts --no-add-ons --install npm && cd my-app'],
    packages: [],
    start: 'npm run dev',
    env: 'env',
    environmentFile: '.env',
    schema: 'src/schema.ts',
    createFiles: createSvelteKitFiles,
  },
  hono: {
    create: ['npm init -y && npm pkg set type=module'],
    packages: ['hono', '@hono/node-server', 'tsx'],
    start: 'npx tsx --env-file=.env server.ts',
    environmentFile: '.env',
    environment: [['NODE_ENV', 'development']],
    schema: 'schema.ts',
    createFiles: createHonoFiles,
  },
}

function createNextFiles(config) {
  const auth = renderModule(config, {
    extraImports: ["import NextAuth from 'latchkey/next'", ...importSchema(config, './schema')],
    open: 'export const { handlers, auth, signIn, signOut } = NextAuth({',
    close: '})',
  })
  return [
    { path: 'auth.ts', language: 'ts', text: auth },
    {
      path: 'app/api/auth/[...nextauth]/route.ts',
      language: 'ts',
      text: "import { handlers } from '@/auth'\n\nexport const { GET, POST } = handlers\n",
    },
    {
      path: 'proxy.ts',
      language: 'ts',
      text: `export { auth as proxy } from './auth'

export const config = { matcher: ['/((?!api/auth/|_next/static/|_next/image).*)'] }
`,
    },
    {
      path: 'app/page.tsx',
      language: 'tsx',
      text: `import { auth } from '@/auth'

export default async function Page() {
  const session = await auth()
  if (!session) return <form action="/api/auth/signin"><button>Sign in</button></form>
  return (
    <form action="/api/auth/signout">
      Signed in as {session.user?.name ?? session.user?.email} <button>Sign out</button>
    </form>
  )
}
`,
    },
  ]
}

function createExpressFiles(config) {
  const text = renderModule(config, {
    extraImports: [
      "import express from 'express'",
      "import { ExpressAuth, getSession, type ExpressAuthConfig } from 'latchkey/express'",
      ...importSchema(config, './schema.ts'),
    ],
    open: 'const authConfig: ExpressAuthConfig = {',
    close: '}',
    after: [
      '',
      'const app = express()',
      "app.use('/auth', ExpressAuth(authConfig))",
      '',
      "app.get('/', async (req, res) => {",
      '  const session = await getSession(req, authConfig)',
      '  const link = session ? \'<a href="/auth/signout">Sign out</a>\' : \'<a href="/auth/signin">Sign in</a>\'',
      "  res.set('cache-control', 'no-store').type('html').send(link)",
      '})',
      '',
      'app.listen(3000)',
    ],
  })
  return [{ path: 'app.ts', language: 'ts', text }]
}

function createSvelteKitFiles(config) {
  const needsEnvironment = [...config.statements, ...config.properties].some(line => /\benv\./.test(line))
  const auth = renderModule(config, {
    extraImports: [
      ...(needsEnvironment ? ["import { env } from '$env/dynamic/private'"] : []),
      "import { SvelteKitAuth } from 'latchkey/sveltekit'",
      ...importSchema(config, './schema'),
    ],
    open: 'export const { handle, signIn, signOut } = SvelteKitAuth({',
    close: '})',
  })
  return [
    { path: 'src/auth.ts', language: 'ts', text: auth },
    { path: 'src/hooks.server.ts', language: 'ts', text: "export { handle } from './auth'\n" },
    {
      path: 'src/routes/+layout.server.ts',
      language: 'ts',
      text: `import { toPublicSession } from 'latchkey/server'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async ({ locals }) => ({ session: toPublicSession(await locals.auth()) })
`,
    },
    {
      path: 'src/routes/+page.svelte',
      language: 'svelte',
      text: `<script lang="ts">
  let { data } = $props()
</script>

{#if data.session}
  <a href="/auth/signout" data-sveltekit-reload>Sign out {data.session.user?.name ?? data.session.user?.email}</a>
{:else}
  <a href="/auth/signin" data-sveltekit-reload>Sign in</a>
{/if}
`,
    },
  ]
}

function createHonoFiles(config) {
  const app = renderModule(config, {
    extraImports: [
      "import { Hono } from 'hono'",
      "import { HonoAuth } from 'latchkey/hono'",
      ...importSchema(config, './schema.ts'),
    ],
    open: 'const { auth, requireAuth } = HonoAuth({',
    close: '})',
    after: [
      '',
      'export const app = new Hono()',
      '  .use(auth)',
      "  .get('/', async c => {",
      "    const session = await c.get('auth').getSession()",
      '    return c.html(session ? \'<a href="/auth/signout">Sign out</a>\' : \'<a href="/auth/signin">Sign in</a>\')',
      '  })',
      "  .get('/account', requireAuth(), c => c.json(c.get('session').user))",
    ],
  })
  const server = `import { serve } from '@hono/node-server'
import { app } from './app.ts'

serve({ fetch: app.fetch, port: 3000 })
`
  return [
    { path: 'app.ts', language: 'ts', text: app },
    { path: 'server.ts', language: 'ts', text: server },
  ]
}
