/** Options of the integration. */
export interface LatchkeyOptions {
  /** The module that exports `onRequest` and `ALL` of {@link AstroAuth}, relative to the project. @default './src/auth.ts' */
  readonly entrypoint?: string | undefined
  /** The path of the actions, without the `base` of the app. @default '/auth' */
  readonly basePath?: string | undefined
  /**
   * Who verifies the origin of forms, if `security.checkOrigin` is on. `latchkey` makes the same check in its middleware. It knows
   * `AUTH_URL`, and it lets providers post to the callbacks (`form_post`). `astro` leaves it to Astro, which rejects them.
   *
   * @default 'latchkey'
   */
  readonly originCheck?: 'latchkey' | 'astro' | undefined
}

/** The part of Astro's configuration that is used. */
interface AstroConfig {
  readonly root: URL
  readonly base: string
  readonly security?: { readonly checkOrigin?: boolean | undefined } | undefined
}

interface InjectedRoute {
  pattern: string
  entrypoint: string
  prerender: boolean
}

/** The options of the hook `astro:config:setup` that are used. */
interface SetupHookOptions {
  readonly config: AstroConfig
  readonly command: string
  readonly logger: { warn(message: string): void }
  addMiddleware(middleware: { order: 'pre'; entrypoint: string }): void
  injectRoute(route: InjectedRoute): void
  updateConfig(config: { security?: { checkOrigin: boolean }; vite: { plugins: VitePlugin[] } }): unknown
}

/** A route of the app. */
interface ResolvedRoute {
  readonly pattern: string
  readonly isPrerendered: boolean
}

/** The part of a Vite plugin that is used. */
interface VitePlugin {
  name: string
  resolveId(id: string): string | undefined
  load(id: string): string | undefined
}

/** An integration of Astro. */
export interface LatchkeyIntegration {
  name: string
  hooks: {
    'astro:config:setup'(options: SetupHookOptions): void
    'astro:routes:resolved'(options: { readonly routes: readonly ResolvedRoute[] }): void
    'astro:config:done'(options: { injectTypes(types: { filename: string; content: string }): unknown }): void
  }
}

const middlewareId = 'virtual:latchkey/middleware'
const resolvedMiddlewareId = `\0${middlewareId}`

const postedCallbacksWarning =
  "Astro rejects callbacks that providers post (`response_mode=form_post`, such as Apple) with 403, because of `security.checkOrigin`. Remove `originCheck: 'astro'` if you use such a provider."

/**
 * The integration for `astro.config.mjs`: adds the route of the actions, the middleware and the type of `locals.auth`.
 *
 * @example
 * ```ts
 * // astro.config.mjs
 * import latchkey from 'latchkey/astro'
 *
 * export default { integrations: [latchkey()] }
 * ```
 */
export function createIntegration(options: LatchkeyOptions = {}): LatchkeyIntegration {
  const { entrypoint = './src/auth.ts', basePath = '/auth', originCheck = 'latchkey' } = options
  const path = `/${basePath.replace(/^\/+|\/+$/g, '')}`
  let hasErrorPage = false
  return {
    name: 'latchkey',
    hooks: {
      'astro:config:setup'({ config, command, logger, addMiddleware, injectRoute, updateConfig }) {
        const isChecked = config.security?.checkOrigin !== false
        const verifiesOrigin = originCheck === 'latchkey' && isChecked
        if (isChecked && !verifiesOrigin) logger.warn(postedCallbacksWarning)
        const createModule = () =>
          renderMiddleware(resolveFile(entrypoint, config.root), {
            basePath: config.base.replace(/\/$/, '') + path,
            verifiesOrigin,
            hasErrorPage,
            isDevelopment: command === 'dev',
          })
        injectRoute({ pattern: `${path}/[...auth]`, entrypoint, prerender: false })
        addMiddleware({ order: 'pre', entrypoint: middlewareId })
        updateConfig({
          ...(verifiesOrigin && { security: { checkOrigin: false } }),
          vite: { plugins: [createPlugin(createModule)] },
        })
      },
      'astro:routes:resolved'({ routes }) {
        hasErrorPage = routes.some(({ pattern, isPrerendered }) => pattern === '/500' && !isPrerendered)
      },
      'astro:config:done'({ injectTypes }) {
        injectTypes({ filename: 'locals.d.ts', content: renderTypes(entrypoint) })
      },
    },
  }
}

function createPlugin(createModule: () => string): VitePlugin {
  return {
    name: 'latchkey',
    resolveId: id => (id === middlewareId ? resolvedMiddlewareId : undefined),
    load: id => (id === resolvedMiddlewareId ? createModule() : undefined),
  }
}

/** Returns the path of a file; on Windows, that of a URL begins with a slash before the drive. */
function resolveFile(entrypoint: string, root: URL): string {
  return decodeURIComponent(new URL(entrypoint, root).pathname).replace(/^\/(?=[a-z]:)/i, '')
}

/** Renders the module that passes the middleware what only the configuration of Astro knows. */
function renderMiddleware(file: string, app: object): string {
  return `import { getSecret } from 'astro:env/server'
import { onRequest as handle } from ${JSON.stringify(file)}

const app = { ...${JSON.stringify(app)}, getSecret }

export const onRequest = (context, next) => handle(context, next, app)
`
}

/** The file is in `.astro/integrations/latchkey`. */
function renderTypes(entrypoint: string): string {
  const module = `../../../${entrypoint.replace(/^\.?\//, '').replace(/\.[cm]?[jt]s$/, '')}`
  return `declare namespace App {
  interface Locals {
    auth: import('latchkey/astro').InferAuth<typeof import(${JSON.stringify(module)}).onRequest>
  }
}
`
}
