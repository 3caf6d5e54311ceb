import { svelteKit } from '#sveltekit'
import { AuthError } from '../../errors.js'
import {
  type AuthInstance,
  createAuth,
  type IntegrationOptions,
  type RequestHead,
  type RequireAuthOptions,
  type SetCookie,
} from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import type { ApiRequest } from '../shared/bind-api.js'
import { type ConfigInput, resolveConfigInput } from '../shared/config-input.js'
import { writeCookies } from '../shared/cookies.js'
import { createPrerenderedError } from '../shared/prerendered.js'
import { RequestAuth } from '../shared/request-auth.js'
import { createRequestStore } from '../shared/request-store.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import { ResponseCookies } from '../shared/response-cookies.js'
import type { GuardResult } from '../shared/session-reader.js'
import { type KitEvent, readClientAddress } from './event.js'

/** The function that the app calls. */
interface Caller {
  readonly name: string
  /** The event that the app passed: in a remote function, another one than that of `handle`. */
  readonly event: KitEvent
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

/** Creates one `KitRequestAuth` per request. Events that SvelteKit derives from an event share its request. */
export function createRequestAuthFactory<Event extends KitEvent>(
  config: ConfigInput<AuthConfig, Event>,
): (event: Event) => KitRequestAuth {
  const byRequest = createRequestStore<Request, KitRequestAuth>()
  return event => {
    const existing = byRequest.get(event.request)
    if (existing) return existing
    const requestAuth = new KitRequestAuth(event, async () =>
      createAuth(await resolveConfigInput(config, event), options),
    )
    byRequest.set(event.request, requestAuth)
    return requestAuth
  }
}

/** The authentication of one request. It exists before its configuration, which may depend on the event. */
export class KitRequestAuth {
  private readonly event: KitEvent
  private readonly cookies: ResponseCookies
  private readonly create: () => Promise<AuthInstance>
  private cached: Promise<LoadedAuth> | undefined

  constructor(event: KitEvent, create: () => Promise<AuthInstance>) {
    this.event = event
    this.cookies = new KitCookies(event)
    this.create = create
  }

  /** Creates the authentication once per request. */
  load(): Promise<LoadedAuth> {
    this.cached ??= this.create().then(auth => ({ auth, requestAuth: new RequestAuth(auth, this.cookies) }))
    return this.cached
  }

  /** Reads the session, which a prerendered page does not have. */
  async getSession(): Promise<Session | null> {
    return svelteKit.isBuilding ? null : (await this.load()).requestAuth.getSession()
  }

  /** Requires a sign-in. A query sets no cookie. */
  async requireAuth(event: KitEvent, options: RequireAuthOptions): Promise<GuardResult> {
    assertNotBuilding('requireAuth')
    const { requestAuth } = await this.load()
    return requestAuth.requireAuth(
      this.isQuery(event) ? extendRequireAuthOptions(options, { readOnly: true }) : options,
    )
  }

  /**
   * Returns the authentication for an action.
   *
   * @throws AuthError if no cookie can be set, before a session starts or ends
   */
  async loadAction({ name, event }: Caller): Promise<RequestAuth> {
    assertNotBuilding(name)
    if (this.isQuery(event)) throw createQueryError(name)
    return (await this.load()).requestAuth
  }

  /** Returns the request as server functions read it, and how to set cookies. */
  async getApiRequest({ name, event }: Caller): Promise<ApiRequest> {
    assertNotBuilding(name)
    const request = (await this.load()).requestAuth.getApiRequest()
    return this.isQuery(event) ? { ...request, setCookies: null } : request
  }

  /** Sets headers of the response, unless the app has set them. The event of a remote function cannot set headers. */
  setHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) setHeaderOnce(this.event, name, value)
  }

  /**
   * Whether the app calls from a `query` or `prerender` function. SvelteKit gives remote functions an event with other cookies. The browser
   * sends `form` and `command` functions by POST.
   */
  private isQuery({ cookies, request }: KitEvent): boolean {
    return cookies !== this.event.cookies && (request.method === 'GET' || request.method === 'HEAD')
  }
}

/** The authentication of a request, and its instance. */
interface LoadedAuth {
  readonly auth: AuthInstance
  readonly requestAuth: RequestAuth
}

function assertNotBuilding(name: string): void {
  if (svelteKit.isBuilding)
    throw createPrerenderedError(
      name,
      'Set `export const prerender = false` in its +page.ts or +page.server.ts.',
    )
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

/** Sets cookies at once, because SvelteKit renders the page of a form action with them. */
class KitCookies extends ResponseCookies {
  private readonly event: KitEvent
  private readonly setCookie: KitEvent['cookies']['set']

  constructor(event: KitEvent) {
    super(toHead(event))
    this.event = event
    this.setCookie = event.cookies.set
  }

  /** SvelteKit replaces `set` once the response is created. After that, no cookie can be set. */
  override canSet(): boolean {
    return this.event.cookies.set === this.setCookie
  }

  override set(changed: readonly SetCookie[]): void {
    super.set(changed)
    writeCookies(changed, (name, value, attributes) => this.event.cookies.set(name, value, attributes))
  }
}

function toHead(event: KitEvent): RequestHead {
  const { headers, method } = event.request
  return {
    method,
    url: event.url.href,
    isDataRequest: event.isDataRequest === true,
    getClientAddress: () => readClientAddress(event),
    getHeader: name => headers.get(name),
    toHeaders: () => headers,
  }
}
