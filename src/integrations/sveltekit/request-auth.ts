import { svelteKit } from '#sveltekit'
import { AuthError } from '../../errors.js'
import {
  type AuthInstance,
  createAuth,
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
import { createPrerenderedError } from '../shared/prerendered.js'
import { createStartedError } from '../shared/request-auth.js'
import { createRequestStore } from '../shared/request-store.js'
import { addSessionHeaders } from '../shared/session-headers.js'
import { buildCookieHeader, type KitEvent, readClientAddress } from './event.js'

/** The authentication of one request. */
export interface RequestAuth {
  getAuth(): Promise<AuthInstance>
  /** Reads the session once per request, and extends it while a cookie can be set. */
  getSession(): Promise<Session | null>
  /** Returns the request as server functions read it, and how to set cookies. */
  /** Marks the response as one behind a guard. */
  setPrivate(): void
  /** Restricts how caches may keep the response, if it depends on the session. */
  finish(response: Response): Promise<Response>
  getApiRequest(caller: Caller): Promise<ApiRequest>
  /** Sets headers of the response, unless the app has set them. */
  setHeaders(headers: Readonly<Record<string, string>>): void
  /** Runs a sign-in or sign-out, and sets its cookies even if it fails. Throws only the failures that have no page. */
  runAction(call: ActionCall): Promise<ActionRedirect>
}

/** The function that the app calls. */
interface Caller {
  readonly name: string
  /** The event that the app passed: in a remote function, another one than that of `handle`. */
  readonly event: KitEvent
}

/** A call of `signIn` or `signOut`. */
export interface ActionCall extends Caller {
  run(auth: AuthInstance, head: RequestHead): Promise<RedirectResult>
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

/** Creates the instance while the app is built, when a function of the app may miss variables of its server. */
export function createBuildAuth<Event extends KitEvent>(
  config: ConfigInput<AuthConfig, Event>,
): AuthInstance {
  return createAuth(typeof config === 'function' ? { providers: [] } : config, options)
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
      createAuth(await resolveConfigInput(config, event), options),
    )
    byRequest.set(event.request, requestAuth)
    return requestAuth
  }
}

function createRequestAuth(event: KitEvent, create: () => Promise<AuthInstance>): RequestAuth {
  let serverPromise: Promise<AuthInstance> | undefined
  let sessionPromise: Promise<Session | null> | undefined
  const response = new KitResponse(event)

  function getAuth(): Promise<AuthInstance> {
    serverPromise ??= create()
    return serverPromise
  }

  async function loadSession(): Promise<Session | null> {
    const auth = await getAuth()
    const { session, cookies } = await auth.refreshSession(response.toHead())
    if (session) response.setPrivate()
    // If the response was created meanwhile, the next request extends the session.
    if (response.canSetCookies()) response.setCookies(cookies)
    return session
  }

  async function getApiRequest(caller: Caller): Promise<ApiRequest> {
    if (svelteKit.isBuilding) throw createPrerenderedError(caller.name, prerenderFix)
    const head = response.toHead()
    const canSet = response.canSetCookies() && !isQuery(caller.event, event)
    const setCookies = (cookies: readonly SetCookie[]) => response.setCookies(cookies)
    return { auth: await getAuth(), head, setCookies: canSet ? setCookies : null }
  }

  return {
    getAuth,
    async getSession() {
      if (svelteKit.isBuilding) return null
      // A stream may last for hours, and must notice a sign-out.
      if (!response.canSetCookies()) return (await getAuth()).getSession(response.toHead())
      response.setRead()
      sessionPromise ??= loadSession()
      return sessionPromise
    },
    getApiRequest,
    setPrivate: () => response.setPrivate(),
    finish: async kitResponse =>
      response.getDependence() ? response.finish(kitResponse, await getAuth()) : kitResponse,
    setHeaders(headers) {
      for (const [name, value] of Object.entries(headers)) setHeaderOnce(event, name, value)
    },
    async runAction(call) {
      assertActionAllowed(call, event, response.canSetCookies())
      const { error, redirect, cookies } = await call.run(await getAuth(), response.toHead())
      response.setCookies(cookies)
      sessionPromise = undefined
      if (redirect === null) throw error
      return { redirect, cookies }
    },
  }
}

const prerenderFix = 'Set `export const prerender = false` in its +page.ts or +page.server.ts.'

/**
 * Whether the app calls from a `query` or `prerender` function. SvelteKit gives remote functions an event with other cookies. The browser
 * sends `form` and `command` functions by POST.
 */
function isQuery({ cookies, request }: KitEvent, handled: KitEvent): boolean {
  return cookies !== handled.cookies && (request.method === 'GET' || request.method === 'HEAD')
}

/** Asserts that the response can set the cookies, before a session starts or ends. */
function assertActionAllowed({ name, event }: ActionCall, handled: KitEvent, canSetCookies: boolean): void {
  if (svelteKit.isBuilding) throw createPrerenderedError(name, prerenderFix)
  if (isQuery(event, handled)) throw createQueryError(name)
  if (!canSetCookies) throw createStartedError(name)
}

function createQueryError(name: string): AuthError {
  return new AuthError(
    `\`${name}\` sets cookies, and a \`query\` or \`prerender\` function can set none. Call it in a \`form\` or \`command\` function, or in a form action.`,
  )
}

/** SvelteKit throws for a header that is set, and once the response is created. */
function setHeaderOnce(event: KitEvent, name: string, value: string): void {
  try {
    event.setHeaders?.({ [name]: value })
  } catch {
    // The app has decided, or the response is under way.
  }
}

/** The response of an event, until SvelteKit sends it. */
class KitResponse {
  private readonly event: KitEvent
  private readonly setCookie: KitEvent['cookies']['set']
  private cookiesChanged = false
  private dependence: SessionDependence | null = null

  constructor(event: KitEvent) {
    this.event = event
    this.setCookie = event.cookies.set
  }

  /** SvelteKit replaces `set` once the response is created. After that, no cookie can be set. */
  canSetCookies(): boolean {
    return this.event.cookies.set === this.setCookie
  }

  setCookies(cookies: readonly SetCookie[]): void {
    if (cookies.length === 0) return
    writeCookies(cookies, (name, value, attributes) => this.event.cookies.set(name, value, attributes))
    this.cookiesChanged = true
    this.setPrivate()
  }

  /** Notes that the session was read. */
  setRead(): void {
    this.dependence ??= 'visitor'
  }

  /** Notes that the response is for a user, or behind a guard. */
  setPrivate(): void {
    this.dependence = 'private'
  }

  getDependence(): SessionDependence | null {
    return this.dependence
  }

  /** Restricts how caches may keep the response of SvelteKit. */
  finish(kitResponse: Response, auth: AuthInstance): Response {
    return addSessionHeaders(kitResponse, [], {
      restrictCaching: headers =>
        auth.restrictCaching(toHead(this.event, false), headers, this.dependence ?? 'visitor'),
    })
  }

  /** Returns the head of the request, with the cookies that were set. */
  toHead(): RequestHead {
    return toHead(this.event, this.cookiesChanged)
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
