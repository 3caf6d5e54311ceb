import { CookieJar } from './cookie-jar.js'

/** What a visitor visits: an app as a function, or `fetch`. */
export type App = (request: Request) => Response | Promise<Response>

/** Who visits. */
export interface VisitorOptions {
  /** Share one to open a second tab of the same browser. @default a new, empty jar */
  jar?: CookieJar
  /** @default '/auth' */
  basePath?: string
}

/** One request. */
export interface VisitInit {
  /** `null` leaves a header out that the browser would have sent. */
  headers?: Record<string, string | null>
  /** The origin of the page that sends the visitor here. @default the visitor's own origin */
  from?: string
  /** Go where the answer sends us, ten steps at most. @default false */
  follow?: boolean
  signal?: AbortSignal
}

/** What is submitted, in this order; a string is a body that is ready. */
export type Fields = Record<string, unknown> | URLSearchParams | [string, string][] | string

/** A POST. */
export interface PostInit extends VisitInit {
  /** Send the fields as JSON. @default false */
  json?: boolean
}

/**
 * A person with a browser: keeps cookies, sends what a browser sends, decodes nothing.
 *
 * @example
 * ```ts
 * const ada = visitor(request => Auth(request, config), 'https://app.example')
 * await ada.signInWithCredentials({ email: 'ada@example.com', password: 'correct horse' })
 * expect(await ada.session()).toMatchObject({ user: { email: 'ada@example.com' } })
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
  readonly #addresses = new WeakMap<Response, URL>()

  constructor(app: App, origin: string, { jar = new CookieJar(), basePath = '/auth' }: VisitorOptions = {}) {
    this.#app = app
    this.origin = new URL(origin).origin
    this.#base = basePath
    this.jar = jar
  }

  /** A second tab of this browser. */
  openTab(): Visitor {
    return new Visitor(this.#app, this.origin, { jar: this.jar, basePath: this.#base })
  }

  /** Another browser that got hold of a copy of these cookies. */
  cloneWithCookies(): Visitor {
    return new Visitor(this.#app, this.origin, { jar: this.jar.clone(), basePath: this.#base })
  }

  get(path: string | URL, init: VisitInit = {}): Promise<Response> {
    return this.#visit('GET', path, null, init)
  }

  head(path: string | URL, init: VisitInit = {}): Promise<Response> {
    return this.#visit('HEAD', path, null, init)
  }

  /** Any other method, without a body. */
  request(method: string, path: string | URL, init: VisitInit = {}): Promise<Response> {
    return this.#visit(method, path, null, init)
  }

  /** Submits a form, or what a script would send. */
  post(path: string | URL, fields: Fields = {}, init: PostInit = {}): Promise<Response> {
    const [type, body] = encode(fields, init.json === true)
    return this.#visit('POST', path, body, { ...init, headers: { 'content-type': type, ...init.headers } })
  }

  /** Takes the one step that a redirect asks for. */
  follow(response: Response, init: VisitInit = {}): Promise<Response> {
    const here = this.#address(response)
    return this.get(this.getLocation(response), { from: here.origin, ...init })
  }

  /** Where a redirect leads. */
  getLocation(response: Response): URL {
    const location = response.headers.get('location')
    if (location === null) throw new Error(`Expected a redirect, got ${response.status}.`)
    return new URL(location, this.#address(response))
  }

  /** Asks for the CSRF token. */
  async getCsrfToken(): Promise<string> {
    const body: unknown = await (await this.get(`${this.#base}/csrf`)).json()
    if (isRecord(body) && typeof body['csrfToken'] === 'string') return body['csrfToken']
    throw new Error('Expected { csrfToken }.')
  }

  /** Presses a button of the sign-in page. */
  signIn(provider: string, fields: Record<string, string> = {}, init: PostInit = {}): Promise<Response> {
    return this.#submit(`${this.#base}/signin/${provider}`, fields, init)
  }

  /** Fills in the form of the sign-in page. */
  signInWithCredentials(
    fields: Record<string, string>,
    { provider = 'credentials', ...init }: PostInit & { provider?: string } = {},
  ): Promise<Response> {
    return this.#submit(`${this.#base}/callback/${provider}`, fields, init)
  }

  signOut(fields: Record<string, string> = {}, init: PostInit = {}): Promise<Response> {
    return this.#submit(`${this.#base}/signout`, fields, init)
  }

  /** The session as a page's script sees it; `null` when signed out. */
  async getSession(): Promise<Record<string, unknown> | null> {
    const body: unknown = await (await this.get(`${this.#base}/session`)).json()
    return isRecord(body) ? body : null
  }

  async #submit(path: string, fields: Record<string, string>, init: PostInit): Promise<Response> {
    const csrfToken = await this.getCsrfToken()
    return this.post(path, { csrfToken, ...fields }, init)
  }

  async #visit(
    method: string,
    path: string | URL,
    body: string | null,
    init: VisitInit,
    steps = 10,
  ): Promise<Response> {
    const url = new URL(path, this.origin)
    const headers = this.#headers(method, url, init)
    const { signal = null } = init
    const response = await this.#app(new Request(url, { method, headers, body, signal, redirect: 'manual' }))
    this.jar.take(url, response)
    this.#addresses.set(response, url)
    if (!init.follow || !isRedirect(response)) return response

    if (steps === 0) throw new Error(`Too many redirects, the last one at ${url}.`)
    const next = this.getLocation(response)
    const onward = { ...init, from: url.origin }
    if (response.status > 303 && method !== 'GET') return this.#visit(method, next, body, onward, steps - 1)
    return this.#visit('GET', next, null, withoutType(onward), steps - 1)
  }

  #headers(method: string, url: URL, { from = this.origin, headers = {} }: VisitInit): Headers {
    const crossSite = getSite(new URL(from)) !== getSite(url)
    const cookie = this.jar.header(url, { method, crossSite })
    const own: Record<string, string | null> = {
      accept: 'text/html',
      cookie: cookie || null,
      origin: method === 'GET' || method === 'HEAD' ? null : from,
      'sec-fetch-site': getSiteRelation(new URL(from), url, crossSite),
      ...headers,
    }
    return new Headers(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null))
  }

  #address(response: Response): URL {
    return this.#addresses.get(response) ?? new URL(response.url || this.origin)
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

/** Scheme and registrable domain; the test hosts have suffixes of one label. */
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
