/**
 * The server side of {@link ../nuxt.ts}: runs in Nitro.
 *
 * @module
 */
import type { Awaitable } from '../../types/common.js'
import type { AuthConfig } from '../../types/config.js'
import type { InferSession } from '../../types/infer-session.js'
import { createH3Auth, type H3Middleware } from '../h3/create-auth.js'
import type { H3Event } from '../h3/event-types.js'
import type { H3RequestAuth } from '../h3/request-auth.js'
import type { H3Api, H3AuthContext } from '../h3.js'
import type { ConfigInput } from '../shared/config-input.js'
import { createPrerenderedAuth } from '../shared/prerendered.js'
import { createOptionsGetter, type NuxtRuntimeConfig } from './environment.js'

export type { H3Event } from '../h3/event-types.js'
export type { H3RequestAuth } from '../h3/request-auth.js'
export * from '../shared/exports.js'

/**
 * The configuration of a Nuxt app, in `server/auth.ts`. What you leave out is read from `runtimeConfig.auth` and from environment
 * variables. The base path is an option of the module.
 */
export type NuxtAuthConfig = Omit<AuthConfig, 'raw' | 'basePath'>

/** What is added to `event.context`, for the declaration of its types. */
export type InferNuxtContext<Config> = Config extends (...params: never) => infer Result
  ? InferNuxtContext<Awaited<Result>>
  : H3AuthContext<InferSession<Config>, H3Api<Config>>

/**
 * Returns the configuration unchanged, with its type. Nuxt imports this function automatically in `server/auth.ts`.
 *
 * @param config the configuration, or a function that returns it for an event
 *
 * @example
 * ```ts
 * // server/auth.ts
 * import { defineAuthConfig } from 'latchkey/nuxt/server'
 * import GitHub from 'latchkey/providers/github'
 *
 * export default defineAuthConfig({ providers: [GitHub] })
 * ```
 */
export function defineAuthConfig<const Config extends NuxtAuthConfig>(
  config: (event: H3Event) => Awaitable<Config>,
): (event: H3Event) => Awaitable<Config>
export function defineAuthConfig<const Config extends NuxtAuthConfig>(config: Config): Config
export function defineAuthConfig(
  config: ConfigInput<NuxtAuthConfig, H3Event>,
): ConfigInput<NuxtAuthConfig, H3Event> {
  return config
}

/** Options of {@link createNuxtAuthHandler}. */
export interface NuxtAuthHandlerOptions {
  /** The path of the actions below `app.baseURL`. */
  readonly basePath: string
  /** Whether the build renders the pages, so that all visitors get them. @default false */
  readonly isPrerender?: boolean | undefined
  /** `useRuntimeConfig` of Nitro. */
  getRuntimeConfig(event: never): NuxtRuntimeConfig
}

/** Creates the middleware that the module adds to Nitro: handles the actions, and sets `event.context.auth`. */
export function createNuxtAuthHandler(
  config: ConfigInput<NuxtAuthConfig, H3Event>,
  { basePath, isPrerender = false, getRuntimeConfig }: NuxtAuthHandlerOptions,
): H3Middleware {
  if (isPrerender) return handlePrerendered
  const getOptions = createOptionsGetter(basePath)
  return createH3Auth(config, event => getOptions(getRuntimeConfig(event as never))).auth
}

async function handlePrerendered(event: H3Event, next?: () => unknown): Promise<unknown> {
  Object.assign(event.context, { auth: prerenderedAuth })
  return next?.()
}

/** The authentication in a page or a response that is a file of the build. */
const prerenderedAuth: H3RequestAuth = createPrerenderedAuth({
  fix: 'Set `prerender: false` for its path in `routeRules` of nuxt.config.ts.',
})
