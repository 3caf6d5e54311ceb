import { svelteKit } from '#sveltekit'
import { normalizeBasePath } from '../../config/resolve-config.js'
import { withEnvDefaults } from '../../config/with-env-defaults.js'
import { getServerSession, peekSession, type RedirectResult } from '../../core/server-api.js'
import type { AuthConfig } from '../../types/config.js'
import type { SetCookie } from '../../types/cookies.js'
import type { Session } from '../../types/session.js'
import { type ConfigInput, resolveConfig } from '../shared/config-input.js'
import { writeCookies } from '../shared/cookies.js'
import { resolvePublicOrigin, toRequestSource } from '../shared/public-request.js'
import { buildCookieHeader, type KitEvent } from './event.js'

/** Where one request of a visitor is attended to. */
export interface RequestAuth {
  getConfig(): Promise<AuthConfig>
  /** Reads the session, once per request, and extends it while a cookie can be set. */
  getSession(): Promise<Session | null>
  /** Sends the visitor away as `travel` says; the cookies go along in any case. */
  runAction(
    action: (request: Request, config: AuthConfig) => Promise<RedirectResult>,
  ): Promise<ActionRedirect>
}

/** Where it goes, and by which cookies. */
export interface ActionRedirect {
  readonly redirect: string
  readonly cookies: readonly SetCookie[]
}

/** One desk for each request; what SvelteKit derives from an event has the same request. */
export function createRequestAuthFactory<Event extends KitEvent>(
  config: ConfigInput<AuthConfig, Event>,
): (event: Event) => RequestAuth {
  const byRequest = new WeakMap<Request, RequestAuth>()
  return event => {
    const existing = byRequest.get(event.request)
    if (existing) return existing
    const requestAuth = createRequestAuth(event, () => resolveConfig(config, event).then(completeConfig))
    byRequest.set(event.request, requestAuth)
    return requestAuth
  }
}

function createRequestAuth(event: KitEvent, configure: () => Promise<AuthConfig>): RequestAuth {
  let configPromise: Promise<AuthConfig> | undefined
  let sessionPromise: Promise<Session | null> | undefined
  let cookiesChanged = false
  const { set } = event.cookies

  /** Cookies can be set until the answer is made: SvelteKit then puts a function in the place of this one. */
  function canSetCookies(): boolean {
    return event.cookies.set === set
  }

  function config(): Promise<AuthConfig> {
    configPromise ??= configure()
    return configPromise
  }

  function setCookies(cookies: readonly SetCookie[]): void {
    if (cookies.length === 0) return
    writeCookies(cookies, (name, value, attributes) => event.cookies.set(name, value, attributes))
    cookiesChanged = true
  }

  async function loadSession(): Promise<Session | null> {
    const completed = await config()
    const sessionResult = await getServerSession(
      buildRequest(event, { config: completed, cookiesChanged }),
      completed,
    )
    // The answer may have been made meanwhile; then the session is extended another time.
    if (canSetCookies()) setCookies(sessionResult.cookies)
    return sessionResult.session
  }

  async function loadSessionReadOnly(): Promise<Session | null> {
    const completed = await config()
    return peekSession(buildRequest(event, { config: completed, cookiesChanged }), completed)
  }

  return {
    getConfig: config,
    async getSession() {
      if (svelteKit.isBuilding) return null
      // A stream may go on for hours, and must hear of a sign-out.
      if (!canSetCookies()) return loadSessionReadOnly()
      sessionPromise ??= loadSession()
      return sessionPromise
    },
    async runAction(action) {
      const completed = await config()
      const { error, redirect, cookies } = await action(
        buildRequest(event, { config: completed, cookiesChanged }),
        completed,
      )
      setCookies(cookies)
      sessionPromise = undefined
      if (error) throw error
      return { redirect, cookies }
    },
  }
}

interface RequestState {
  readonly config: AuthConfig
  readonly cookiesChanged: boolean
}

/** The request under the address that the visitor sees, with the cookies as they are now; its body is left to the app. */
function buildRequest(event: KitEvent, { config, cookiesChanged }: RequestState): Request {
  const { request, url } = event
  const origin =
    resolvePublicOrigin(
      toRequestSource({ url: url.href, headers: request.headers }),
      config,
      svelteKit.readEnvironment(),
    ) ?? url.origin
  if (origin === url.origin && !cookiesChanged) return request
  const headers = new Headers(request.headers)
  if (cookiesChanged) headers.set('cookie', buildCookieHeader(event))
  return new Request(origin, { headers })
}

const withDefaults = withEnvDefaults(() => ({}), svelteKit.readEnvironment)
const withDefaultBasePath = withEnvDefaults(
  () => ({ basePath: `${svelteKit.basePath}/auth` }),
  svelteKit.readEnvironment,
)

/** The actions are below the app, unless the configuration says where. */
function completeConfig(config: AuthConfig): AuthConfig {
  return config.basePath ? withDefaults(config) : withDefaultBasePath(config)
}

/** What of a path is below the base path; null when nothing is. */
export function getPathBelowBase(path: string, { basePath }: AuthConfig): string | null {
  const base = `${normalizeBasePath(basePath)}/`
  return path.startsWith(base) ? path.slice(base.length) : null
}
