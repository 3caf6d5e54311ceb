import { kit } from '#kit'
import { completing } from '../../config/complete.js'
import { basePathOf } from '../../config/resolve.js'
import { type Departure, session, sessionOf } from '../../core/facade.js'
import type { AuthConfig } from '../../types/config.js'
import type { SetCookie } from '../../types/cookies.js'
import type { Session } from '../../types/session.js'
import { writeCookies } from '../shared/cookies.js'
import { configFor, type Lazy } from '../shared/lazy.js'
import { arrivalOf, originOf } from '../shared/public-request.js'
import { cookieHeaderOf, type KitEvent } from './event.js'

/** Where one request of a visitor is attended to. */
export interface Desk {
  config(): Promise<AuthConfig>
  /** Reads the session, once per request, and extends it while a cookie can be set. */
  session(): Promise<Session | null>
  /** Sends the visitor away as `travel` says; the cookies go along in any case. */
  depart(travel: (request: Request, config: AuthConfig) => Promise<Departure>): Promise<Journey>
}

/** Where it goes, and by which cookies. */
export interface Journey {
  readonly redirect: string
  readonly cookies: readonly SetCookie[]
}

/** One desk for each request; what SvelteKit derives from an event has the same request. */
export function desks<Event extends KitEvent>(config: Lazy<AuthConfig, Event>): (event: Event) => Desk {
  const open = new WeakMap<Request, Desk>()
  return event => {
    const known = open.get(event.request)
    if (known) return known
    const desk = openDesk(event, () => configFor(config, event).then(complete))
    open.set(event.request, desk)
    return desk
  }
}

function openDesk(event: KitEvent, configure: () => Promise<AuthConfig>): Desk {
  let configured: Promise<AuthConfig> | undefined
  let found: Promise<Session | null> | undefined
  let isChanged = false
  const { set } = event.cookies

  /** Cookies can be set until the answer is made: SvelteKit then puts a function in the place of this one. */
  function isOpen(): boolean {
    return event.cookies.set === set
  }

  function config(): Promise<AuthConfig> {
    configured ??= configure()
    return configured
  }

  function write(cookies: readonly SetCookie[]): void {
    if (cookies.length === 0) return
    writeCookies(cookies, (name, value, attributes) => event.cookies.set(name, value, attributes))
    isChanged = true
  }

  async function read(): Promise<Session | null> {
    const completed = await config()
    const visit = await session(requestOf(event, { config: completed, isChanged }), completed)
    // The answer may have been made meanwhile; then the session is extended another time.
    if (isOpen()) write(visit.cookies)
    return visit.session
  }

  async function look(): Promise<Session | null> {
    const completed = await config()
    return sessionOf(requestOf(event, { config: completed, isChanged }), completed)
  }

  return {
    config,
    async session() {
      if (kit.isBuilding) return null
      // A stream may go on for hours, and must hear of a sign-out.
      if (!isOpen()) return look()
      found ??= read()
      return found
    },
    async depart(travel) {
      const completed = await config()
      const { error, redirect, cookies } = await travel(
        requestOf(event, { config: completed, isChanged }),
        completed,
      )
      write(cookies)
      found = undefined
      if (error) throw error
      return { redirect, cookies }
    },
  }
}

interface Moment {
  readonly config: AuthConfig
  readonly isChanged: boolean
}

/** The request under the address that the visitor sees, with the cookies as they are now; its body is left to the app. */
function requestOf(event: KitEvent, { config, isChanged }: Moment): Request {
  const { request, url } = event
  const origin =
    originOf(arrivalOf({ url: url.href, headers: request.headers }), config, kit.environment()) ?? url.origin
  if (origin === url.origin && !isChanged) return request
  const headers = new Headers(request.headers)
  if (isChanged) headers.set('cookie', cookieHeaderOf(event))
  return new Request(origin, { headers })
}

const asWritten = completing(() => ({}), kit.environment)
const below = completing(() => ({ basePath: `${kit.base}/auth` }), kit.environment)

/** The actions are below the app, unless the configuration says where. */
function complete(config: AuthConfig): AuthConfig {
  return config.basePath ? asWritten(config) : below(config)
}

/** What of a path is below the base path; null when nothing is. */
export function pathBelow(path: string, { basePath }: AuthConfig): string | null {
  const base = `${basePathOf(basePath)}/`
  return path.startsWith(base) ? path.slice(base.length) : null
}
