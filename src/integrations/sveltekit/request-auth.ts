import { svelteKit } from '#sveltekit'
import {
  type AuthServer,
  createServer,
  type IntegrationOptions,
  type RedirectResult,
  type RequestHead,
  type SessionDependence,
  type SetCookie,
} from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import type { ApiRequest } from '../shared/bind-api.js'
import { type ConfigInput, resolveConfigInput } from '../shared/config-input.js'
import { writeCookies } from '../shared/cookies.js'
import { createRequestStore } from '../shared/request-store.js'
import { addSessionHeaders } from '../shared/session-headers.js'
import { buildCookieHeader, type KitEvent, readClientAddress } from './event.js'

/** The authentication of one request. */
export interface RequestAuth {
  getServer(): Promise<AuthServer>
  /** Reads the session once per request, and extends it while a cookie can be set. */
  getSession(): Promise<Session | null>
  /** Returns the request as server functions read it, and how to set cookies. */
  getApiRequest(): Promise<ApiRequest>
  /** Marks the response as one behind a guard. */
  setPrivate(): void
  /** Restricts how caches may keep the response, if it depends on the session. */
  finish(response: Response): Promise<Response>
  /** Runs a sign-in or sign-out, and sets its cookies even if it fails. Throws only the failures that have no page. */
  runAction(
    action: (server: AuthServer, head: RequestHead) => Promise<RedirectResult>,
  ): Promise<ActionRedirect>
}

/** Where an action redirects to, and the cookies that were set. */
export interface ActionRedirect {
  readonly redirect: string
  readonly cookies: readonly SetCookie[]
}

/** The base path is below that of the app, unless the configuration sets one. */
const options: IntegrationOptions = {
  getBasePath: ({ basePath }) => (basePath ? undefined : `${svelteKit.appBasePath}/auth`),
  getEnvironment: svelteKit.readEnvironment,
}

/** Creates one `RequestAuth` per request. Events that SvelteKit derives from an event share its request. */
export function createRequestAuthFactory<Event extends KitEvent>(
  config: ConfigInput<AuthConfig, Event>,
): (event: Event) => RequestAuth {
  const byRequest = createRequestStore<Request, RequestAuth>()
  return event => {
    const existing = byRequest.get(event.request)
    if (existing) return existing
    const requestAuth = createRequestAuth(event, async () =>
      createServer(await resolveConfigInput(config, event), options),
    )
    byRequest.set(event.request, requestAuth)
    return requestAuth
  }
}

function createRequestAuth(event: KitEvent, create: () => Promise<AuthServer>): RequestAuth {
  let serverPromise: Promise<AuthServer> | undefined
  let sessionPromise: Promise<Session | null> | undefined
  let cookiesChanged = false
  let dependence: SessionDependence | null = null
  const { set } = event.cookies

  /** SvelteKit replaces `set` once the response is created. After that, no cookie can be set. */
  function canSetCookies(): boolean {
    return event.cookies.set === set
  }

  function getServer(): Promise<AuthServer> {
    serverPromise ??= create()
    return serverPromise
  }

  function setCookies(cookies: readonly SetCookie[]): void {
    if (cookies.length === 0) return
    writeCookies(cookies, (name, value, attributes) => event.cookies.set(name, value, attributes))
    cookiesChanged = true
    dependence = 'private'
  }

  async function loadSession(): Promise<Session | null> {
    const server = await getServer()
    const { session, cookies } = await server.refreshSession(toHead(event, cookiesChanged))
    if (session) dependence = 'private'
    // If the response was created meanwhile, the next request extends the session.
    if (canSetCookies()) setCookies(cookies)
    return session
  }

  async function getApiRequest(): Promise<ApiRequest> {
    const head = toHead(event, cookiesChanged)
    return { server: await getServer(), head, setCookies: canSetCookies() ? setCookies : null }
  }

  return {
    getServer,
    async getSession() {
      if (svelteKit.isBuilding) return null
      // A stream may last for hours, and must notice a sign-out.
      if (!canSetCookies()) return (await getServer()).getSession(toHead(event, cookiesChanged))
      dependence ??= 'visitor'
      sessionPromise ??= loadSession()
      return sessionPromise
    },
    getApiRequest,
    setPrivate() {
      dependence = 'private'
    },
    async finish(response) {
      if (!dependence) return response
      const server = await getServer()
      const isRead = dependence
      return addSessionHeaders(response, [], {
        restrictCaching: headers => server.restrictCaching(toHead(event, false), headers, isRead),
      })
    },
    async runAction(action) {
      const { error, redirect, cookies } = await action(await getServer(), toHead(event, cookiesChanged))
      setCookies(cookies)
      sessionPromise = undefined
      if (redirect === null) throw error
      return { redirect, cookies }
    },
  }
}

/** The head of the request. Cookies that were set during the request replace those that were sent. */
function toHead(event: KitEvent, cookiesChanged: boolean): RequestHead {
  const { headers, method } = event.request
  const toHeaders = () => {
    const copy = new Headers(headers)
    if (cookiesChanged) copy.set('cookie', buildCookieHeader(event))
    return copy
  }
  const getHeader = (name: string) =>
    cookiesChanged && name === 'cookie' ? buildCookieHeader(event) : headers.get(name)
  const getClientAddress = () => readClientAddress(event)
  const isDataRequest = event.isDataRequest === true
  return { method, url: event.url.href, isDataRequest, getClientAddress, getHeader, toHeaders }
}
