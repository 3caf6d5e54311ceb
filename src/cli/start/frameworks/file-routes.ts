/**
 * Frameworks that need new files alone: SolidStart, TanStack Start and Qwik City.
 *
 * @module
 */
import { toRelativeImport } from '../import-path.js'
import { renderConfigModule, renderConstant, renderModule } from '../render-module.js'
import type { StartFramework } from '../start-types.js'

export const solidStart: StartFramework = {
  name: 'SolidStart',
  dependency: '@solidjs/start',
  basePath: '/api/auth',
  port: 3000,
  guide: 'frameworks/solid-start',
  environmentFile: '.env',
  getAuthPath: ({ extension }) => `src/lib/auth.${extension}`,
  createFiles(config, { extension }) {
    const [authPath, routePath] = [
      `src/lib/auth.${extension}`,
      `src/routes/api/auth/[...solidauth].${extension}`,
    ]
    return [
      {
        path: authPath,
        language: extension,
        text: renderModule(config, {
          imports: extension === 'ts' ? ["import type { SolidAuthConfig } from 'latchkey/solid-start'"] : [],
          open: renderConstant(
            { name: 'authConfig', type: 'SolidAuthConfig', module: 'latchkey/solid-start' },
            extension,
          ),
          close: '}',
          extension,
        }),
      },
      {
        path: routePath,
        language: extension,
        text: `import { SolidAuth } from 'latchkey/solid-start'
import { authConfig } from '${toRelativeImport(routePath, authPath)}'

export const { GET, POST } = SolidAuth(authConfig)
`,
      },
    ]
  },
}

export const tanstackStart: StartFramework = {
  name: 'TanStack Start',
  dependency: '@tanstack/react-start',
  basePath: '/auth',
  port: 3000,
  guide: 'frameworks/tanstack-start',
  environmentFile: '.env',
  getAuthPath: ({ extension }) => `src/auth.server.${extension}`,
  createFiles: (config, { extension }) => [
    {
      path: `src/auth.server.${extension}`,
      language: extension,
      text: renderConfigModule(config, {
        type: 'TanStackStartAuthConfig',
        factory: 'TanStackStartAuth',
        module: 'latchkey/tanstack-start',
        results: ['authenticate', 'handlers', 'needsCsrfCheck'],
        extension,
      }),
    },
    {
      path: `src/routes/auth.$.${extension}`,
      language: extension,
      text: `import { createFileRoute } from '@tanstack/react-router'
import { handlers } from '../auth.server'

export const Route = createFileRoute('/auth/$')({ server: { handlers } })
`,
    },
  ],
  createSharedFiles: ({ extension }) => [
    {
      path: `src/start.${extension}`,
      language: extension,
      text: `import { createCsrfMiddleware, createMiddleware, createServerOnlyFn, createStart } from '@tanstack/react-start'
import { authenticate, needsCsrfCheck } from './auth.server'

const csrfMiddleware = createCsrfMiddleware({ filter: createServerOnlyFn(needsCsrfCheck) })

export const authMiddleware = createMiddleware().server(args =>
  authenticate(args, auth => args.next({ context: { auth } })),
)

export const startInstance = createStart(() => ({ requestMiddleware: [csrfMiddleware, authMiddleware] }))
`,
      instruction:
        'Add a request middleware that calls `authenticate(args, auth => args.next({ context: { auth } }))`, and pass `needsCsrfCheck` as the filter of `createCsrfMiddleware`.',
    },
  ],
}

export const qwikCity: StartFramework = {
  name: 'Qwik City',
  dependency: '@builder.io/qwik-city',
  basePath: '/auth',
  port: 5173,
  guide: 'frameworks/qwik-city',
  environmentFile: '.env',
  getAuthPath: ({ extension }) => `src/auth.${extension}`,
  createFiles: (config, { extension }) => [
    {
      path: `src/auth.${extension}`,
      language: extension,
      text: renderConfigModule(config, {
        type: 'QwikCityAuthConfig',
        factory: 'QwikCityAuth',
        module: 'latchkey/qwik-city',
        results: ['onRequest', 'getAuth'],
        extension,
      }),
    },
    {
      path: `src/routes/plugin@auth.${extension}`,
      language: extension,
      text: "export { onRequest } from '../auth'\n",
    },
  ],
}
