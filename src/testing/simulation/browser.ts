/** The site of the attacker. */
export const attackerOrigin = 'https://evil.example'

interface StoredCookie {
  readonly value: string
  /** Milliseconds since 1970; `Infinity` for a session cookie. */
  readonly expires: number
  readonly sameSite: string
}

/** A cookie as a browser sends it. */
export interface BrowserCookie {
  readonly name: string
  readonly value: string
}

/** A request of a browser. */
export interface BrowserRequest {
  readonly method?: string
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** Whether a page of another site starts the request. */
  readonly isCrossSite?: boolean
  /** Replaces the cookies of the browser. */
  readonly cookie?: string
  /** Replace the headers of the browser. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser: stores the cookies of one site, and sends the headers of a browser. */
export class SimulatedBrowser {
  #cookies = new Map<string, StoredCookie>()
  readonly #app: (request: Request) => Promise<Response>
  readonly #origin: string

  constructor(origin: string, app: (request: Request) => Promise<Response>) {
    this.#origin = origin
    this.#app = app
  }

  async send(init: BrowserRequest): Promise<Response> {
    const { method = init.form || init.json ? 'POST' : 'GET', isCrossSite = false } = init
    const headers = new Headers({ accept: 'text/html' })
    const cookie = init.cookie ?? this.#getCookieHeader(isCrossSite && method !== 'GET')
    if (cookie) headers.set('cookie', cookie)
    if (method !== 'GET') headers.set('origin', isCrossSite ? attackerOrigin : this.#origin)
    headers.set('sec-fetch-site', isCrossSite ? 'cross-site' : 'same-origin')
    if (init.form) headers.set('content-type', 'application/x-www-form-urlencoded')
    if (init.json) headers.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value)
    const body = init.form
      ? new URLSearchParams(init.form).toString()
      : init.json && JSON.stringify(init.json)
    const url = new URL(init.path, this.#origin)
    const response = await this.#app(new Request(url, { method, headers, body: body ? String(body) : null }))
    if (init.cookie === undefined) for (const line of response.headers.getSetCookie()) this.#store(line)
    return response
  }

  /** Returns the cookies whose name starts with `prefix`, as a `Cookie` header. */
  getCookies(prefix: string): string {
    return this.listCookies(prefix)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  /** Lists the cookies whose name starts with `prefix`. */
  listCookies(prefix: string): BrowserCookie[] {
    this.#removeExpired()
    const cookies = [...this.#cookies].filter(([name]) => name.startsWith(prefix))
    return cookies.map(([name, { value }]) => ({ name, value }))
  }

  /** Sets a cookie that the app did not set. */
  plantCookie(name: string, value: string): void {
    this.#cookies.set(name, { value, expires: Number.POSITIVE_INFINITY, sameSite: 'lax' })
  }

  #getCookieHeader(isCrossSitePost: boolean): string {
    this.#removeExpired()
    const cookies = [...this.#cookies].filter(([, { sameSite }]) => !isCrossSitePost || sameSite === 'none')
    return cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  #removeExpired(): void {
    for (const [name, { expires }] of this.#cookies) if (expires <= Date.now()) this.#cookies.delete(name)
  }

  #store(line: string): void {
    const [pair = '', ...rest] = line.split(';')
    const at = pair.indexOf('=')
    const attributes = new Map(rest.map(parseAttribute))
    this.#cookies.set(pair.slice(0, at), {
      value: pair.slice(at + 1),
      expires: getExpiry(attributes),
      sameSite: attributes.get('samesite')?.toLowerCase() ?? 'lax',
    })
  }
}

function parseAttribute(text: string): [string, string] {
  const [name = '', value = ''] = text.trim().split('=')
  return [name.toLowerCase(), value]
}

function getExpiry(attributes: ReadonlyMap<string, string>): number {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined) return Date.now() + Number(maxAge) * 1000
  const expires = attributes.get('expires')
  return expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires)
}
