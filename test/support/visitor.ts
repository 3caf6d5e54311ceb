import { CookieJar } from './cookie-jar.js'

/** An app as a function, or `fetch`. */
export type App = (request: Request) => Response | Promise<Response>

/** Options of a visitor. */
export interface VisitorOptions {
  /** Share a jar to simulate a second tab of the same browser. @default a new, empty jar */
  jar?: CookieJar
  /** @default '/auth' */
  basePath?: string
}

/** Options of a request. */
export interface VisitInit {
  /** `null` omits a header that a browser sends. */
  headers?: Record<string, string | null>
  /** The origin of the page that starts the request. @default the visitor's own origin */
  from?: string
  /** Follows redirects, ten at most. @default false */
  follow?: boolean
  signal?: AbortSignal
}

/** The submitted fields, in order. A string is sent unchanged. */
export type Fields = Record<string, unknown> | URLSearchParams | [string, string][] | string

/** Options of a POST request. */
export interface PostInit extends VisitInit {
  /** Send the fields as JSON. @default false */
  json?: boolean
}

/**
 * Creates a simulated browser: stores cookies and sends the headers of a browser.
 *
 * @example
 * ```ts
 * const ada = createVisitor(request => Auth(request, config), 'https://app.example')
 * await ada.signInWithCredentials({ email: 'ada@example.com', password: 'correct horse' })
 * expect(await ada.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
 * ```
 */
export function createVisitor(app: App, origin: string, options: VisitorOptions = {}): Visitor {
  return new Visitor(app, origin, options)
}

/** See {@link createVisitor}. */
export class Visitor {
  readonly jar: CookieJar
  readonly origin: string
  readonly #app: App
  readonly #base: string
  readonly #urls = new WeakMap<Response, URL>()

  constructor(app: App, origin: string, { jar = new CookieJar(), basePath = '/auth' }: VisitorOptions = {}) {
    this.#app = app
    this.origin = new URL(origin).origin
    this.#base = basePath
    this.jar = jar
  }

  /** Opens a second tab of this browser. */
  openTab(): Visitor {
    return new Visitor(this.#app, this.origin, { jar: this.jar, basePath: this.#base })
  }

  /** Opens another browser with a copy of the cookies. */
  cloneWithCookies(): Visitor {
    return new Visitor(this.#app, this.origin, { jar: this.jar.clone(), basePath: this.#base })
  }

  get(path: string | URL, init: VisitInit = {}): Promise<Response> {
    return this.#send('GET', path, null, init)
  }

  head(path: string | URL, init: VisitInit = {}): Promise<Response> {
    return this.#send('HEAD', path, null, init)
  }

  /** Sends a request with any method and no body. */
  request(method: string, path: string | URL, init: VisitInit = {}): Promise<Response> {
    return this.#send(method, path, null, init)
  }

  /** Submits a form, or JSON. */
  post(path: string | URL, fields: Fields = {}, init: PostInit = {}): Promise<Response> {
    const [type, body] = encode(fields, init.json === true)
    return this.#send('POST', path, body, { ...init, headers: { 'content-type': type, ...init.headers } })
  }

  /** Follows one redirect. */
  follow(response: Response, init: VisitInit = {}): Promise<Response> {
    const { origin } = this.#getUrl(response)
    return this.get(this.getLocation(response), { from: origin, ...init })
  }

  /** Returns the target of a redirect. */
  getLocation(response: Response): URL {
    const location = response.headers.get('location')
    if (location === null) throw new Error(`Expected a redirect, got ${response.status}.`)
    return new URL(location, this.#getUrl(response))
  }

  /** Fetches the CSRF token. */
  async getCsrfToken(): Promise<string> {
    const body: unknown = await (await this.get(`${this.#base}/csrf`)).json()
    if (isRecord(body) && typeof body['csrfToken'] === 'string') return body['csrfToken']
    throw new Error('Expected { csrfToken }.')
  }

  /** Submits the form of a provider on the sign-in page. */
  signIn(provider: string, fields: Record<string, string> = {}, init: PostInit = {}): Promise<Response> {
    return this.#submit(`${this.#base}/signin/${provider}`, fields, init)
  }

  /** Submits the form of a credentials provider. */
  signInWithCredentials(
    fields: Record<string, string>,
    { provider = 'credentials', ...init }: PostInit & { provider?: string } = {},
  ): Promise<Response> {
    return this.#submit(`${this.#base}/callback/${provider}`, fields, init)
  }

  signOut(fields: Record<string, string> = {}, init: PostInit = {}): Promise<Response> {
    return this.#submit(`${this.#base}/signout`, fields, init)
  }

  /** Fetches the session. Returns `null` if signed out. */
  async getSession(): Promise<Record<string, unknown> | null> {
    const body: unknown = await (await this.get(`${this.#base}/session`)).json()
    return isRecord(body) ? body : null
  }

  async #submit(path: string, fields: Record<string, string>, init: PostInit): Promise<Response> {
    const csrfToken = await this.getCsrfToken()
    return this.post(path, { csrfToken, ...fields }, init)
  }

  async #send(
    method: string,
    path: string | URL,
    body: string | null,
    init: VisitInit,
    redirects = 10,
  ): Promise<Response> {
    const url = new URL(path, this.origin)
    const headers = this.#headers(method, url, init)
    const { signal = null } = init
    const response = await this.#app(new Request(url, { method, headers, body, signal, redirect: 'manual' }))
    this.jar.storeCookies(url, response)
    this.#urls.set(response, url)
    if (!init.follow || !isRedirect(response)) return response

    if (redirects === 0) throw new Error(`Too many redirects, the last one at ${url}.`)
    const next = this.getLocation(response)
    const nextInit = { ...init, from: url.origin }
    if (response.status > 303 && method !== 'GET')
      return this.#send(method, next, body, nextInit, redirects - 1)
    return this.#send('GET', next, null, withoutType(nextInit), redirects - 1)
  }

  #headers(method: string, url: URL, { from = this.origin, headers = {} }: VisitInit): Headers {
    const crossSite = getSite(new URL(from)) !== getSite(url)
    const cookie = this.jar.header(url, { method, crossSite })
    const merged: Record<string, string | null> = {
      accept: 'text/html',
      cookie: cookie || null,
      origin: method === 'GET' || method === 'HEAD' ? null : from,
      'sec-fetch-site': getSiteRelation(new URL(from), url, crossSite),
      ...headers,
    }
    return new Headers(Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null))
  }

  #getUrl(response: Response): URL {
    return this.#urls.get(response) ?? new URL(response.url || this.origin)
  }
}

function encode(fields: Fields, json: boolean): [string, string] {
  if (json) return ['application/json', JSON.stringify(fields)]
  const form = 'application/x-www-form-urlencoded'
  if (typeof fields === 'string') return [form, fields]
  if (fields instanceof URLSearchParams) return [form, fields.toString()]
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields)
  return [form, new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()]
}

function getSiteRelation(from: URL, to: URL, crossSite: boolean): string {
  if (from.origin === to.origin) return 'same-origin'
  return crossSite ? 'cross-site' : 'same-site'
}

/** Returns the scheme and registrable domain. The test hosts have suffixes of one label. */
function getSite({ protocol, hostname }: URL): string {
  return `${protocol}//${hostname.split('.').slice(-2).join('.')}`
}

function isRedirect(response: Response): boolean {
  return [301, 302, 303, 307, 308].includes(response.status) && response.headers.has('location')
}

function withoutType(init: VisitInit): VisitInit {
  const { 'content-type': _, ...headers } = init.headers ?? {}
  return { ...init, headers }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
