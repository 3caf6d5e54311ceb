import {
  addAfterImports,
  addDefaultElement,
  addDefaultProperty,
  addFirst,
  addImport,
  addImportedName,
  addNestedProperty,
  applySourceEdits,
} from '../edit-source.js'
import { renderConfigModule } from '../render-module.js'
import type { StartFramework } from '../start-types.js'

const routesModule = '@react-router/dev/routes'

export const reactRouter: StartFramework = {
  name: 'React Router',
  dependency: '@react-router/dev',
  basePath: '/auth',
  port: 5173,
  guide: 'frameworks/react-router',
  environmentFile: '.env',
  getAuthPath: ({ extension }) => `app/auth.server.${extension}`,
  createFiles: (config, { extension }) => [
    {
      path: `app/auth.server.${extension}`,
      language: extension,
      text: renderConfigModule(config, {
        type: 'ReactRouterAuthConfig',
        factory: 'ReactRouterAuth',
        module: 'latchkey/react-router',
        results: ['authMiddleware', 'authContext', 'sessionContext', 'requireAuth', 'handleAuth'],
        extension,
      }),
    },
    {
      path: `app/routes/auth.$.${extension}`,
      language: extension,
      text: "export { handleAuth as action, handleAuth as loader } from '../auth.server'\n",
    },
  ],
  listNotes: () => [
    'Limits of attempts need the address of the client: return it from `getLoadContext` of your server, and pass `getClientAddress` as the second argument of `ReactRouterAuth`. Behind a proxy, set `trustedProxies` instead.',
  ],
  edits: [
    {
      path: /^app\/root\.[jt]sx$/,
      change: ({ path, source }) =>
        /\bmiddleware\b/.test(source)
          ? null
          : applySourceEdits(path, source, [
              addImport("import { authMiddleware } from './auth.server'"),
              addAfterImports('export const middleware = [authMiddleware]'),
            ]),
      instruction: authPath =>
        `In app/root.tsx: \`export const middleware = [authMiddleware]\` of ${authPath}.`,
    },
    {
      path: /^app\/routes\.[jt]s$/,
      change: ({ path, source }) =>
        applySourceEdits(path, source, [
          addFirst(
            addImportedName('route', routesModule),
            addImport(`import { route } from '${routesModule}'`),
          ),
          addDefaultElement(`route('auth/*', 'routes/auth.$${/\.\w+$/.exec(path)?.[0] ?? '.ts'}')`),
        ]),
      instruction: () => "In app/routes.ts: `route('auth/*', 'routes/auth.$.ts')`.",
    },
    {
      // React Router 8 has middleware without a flag.
      isNeeded: ({ getMajorVersion }) => (getMajorVersion('@react-router/dev') ?? 8) < 8,
      path: /^react-router\.config\.[jt]s$/,
      change: ({ path, source }) =>
        /\bv8_middleware:\s*true\b/.test(source)
          ? source
          : applySourceEdits(path, source, [
              addFirst(
                addNestedProperty('future', 'v8_middleware: true'),
                addDefaultProperty('future: { v8_middleware: true }'),
              ),
            ]),
      instruction: () => 'In react-router.config.ts: `future: { v8_middleware: true }`.',
    },
  ],
}
