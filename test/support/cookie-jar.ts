/**
 * A browser's cookie jar: RFC 6265bis, sections 5.1 to 5.8. Names and values are kept as they were on the wire.
 *
 * @module
 */

/** `SameSite` as it was sent; `default` where it was not, which browsers treat as `Lax`. */
export type SameSite = 'strict' | 'lax' | 'none' | 'default'

/** One stored cookie. */
export interface Cookie {
  name: string
  value: string
  /** Without a leading dot. */
  domain: string
  hostOnly: boolean
  path: string
  /** Milliseconds since 1970; `null` ends with the browser. */
  expires: number | null
  secure: boolean
  httpOnly: boolean
  sameSite: SameSite
  created: number
}

/** How a request came about, as far as `SameSite` is concerned. */
export interface Trip {
  method: string
  crossSite: boolean
}

type Attributes = Readonly<Partial<Record<string, string>>>

const MAX_PAIR_LENGTH = 4096
const MAX_ATTRIBUTE_LENGTH = 1024
const MAX_LIFETIME = 400 * 24 * 60 * 60 * 1000

/** A cookie jar. Two visitors that share one are two tabs of one browser. */
export class CookieJar {
  #cookies: Cookie[] = []
  #clock = 0

  /** Everything that has not expired, oldest first. */
  cookies(): readonly Readonly<Cookie>[] {
    const now = Date.now()
    this.#cookies = this.#cookies.filter(({ expires }) => expires === null || expires > now)
    return this.#cookies
  }

  /** The first cookie of that name. */
  get(name: string): Readonly<Cookie> | undefined {
    return this.cookies().find(cookie => cookie.name === name)
  }

  /** Stores one `Set-Cookie` line as an answer from `url` would, and says whether it was accepted. */
  set(url: string | URL, line: string): boolean {
    const cookie = parse(line, new URL(url))
    const old = cookie && this.#cookies.find(known => isSame(known, cookie))
    if (!cookie || this.#shadowsSecure(cookie, new URL(url))) return false

    this.#clock += 1
    const stored = { ...cookie, created: old?.created ?? this.#clock }
    this.#cookies = [...this.#cookies.filter(known => known !== old), stored].sort(compareAge)
    return true
  }

  /** Stores every `Set-Cookie` line of an answer. */
  take(url: string | URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) this.set(url, line)
  }

  /** The `Cookie` header for a request to `url`; empty when nothing fits. */
  header(url: string | URL, trip: Trip = { method: 'GET', crossSite: false }): string {
    const target = new URL(url)
    return this.cookies()
      .filter(cookie => isForUrl(cookie, target) && isAllowedBySameSite(cookie, trip))
      .toSorted((a, b) => b.path.length - a.path.length || compareAge(a, b))
      .map(({ name, value }) => (name ? `${name}=${value}` : value))
      .join('; ')
  }

  /** Forgets one cookie name, or everything. */
  clear(name?: string): void {
    this.#cookies = name === undefined ? [] : this.#cookies.filter(cookie => cookie.name !== name)
  }

  /** A copy that goes its own way: what a thief holds, or yesterday's backup. */
  clone(): CookieJar {
    const copy = new CookieJar()
    copy.#cookies = this.#cookies.map(cookie => ({ ...cookie }))
    copy.#clock = this.#clock
    return copy
  }

  /** "Leave Secure Cookies Alone": plain http neither replaces nor shadows a Secure cookie (5.7, step 16). */
  #shadowsSecure(cookie: Cookie, url: URL): boolean {
    if (cookie.secure || url.protocol === 'https:') return false
    return this.cookies().some(
      known =>
        known.secure &&
        known.name === cookie.name &&
        (isDomainMatch(known.domain, cookie.domain) || isDomainMatch(cookie.domain, known.domain)) &&
        isPathMatch(cookie.path, known.path),
    )
  }
}

function parse(line: string, url: URL): Cookie | null {
  const [pair = '', ...rest] = line.split(';')
  const { name, value } = splitPair(pair)
  const attributes = parseAttributes(rest)
  const host = url.hostname
  const domain = (attributes['domain'] ?? '').replace(/^\./, '').toLowerCase()

  const cookie: Cookie = {
    name,
    value,
    domain: domain || host,
    hostOnly: domain === '' || (domain === host && !domain.includes('.')),
    path: attributes['path']?.startsWith('/') ? attributes['path'] : getDefaultPath(url.pathname),
    expires: getExpiry(attributes),
    secure: 'secure' in attributes,
    httpOnly: 'httponly' in attributes,
    sameSite: parseSameSite(attributes['samesite']),
    created: 0,
  }
  const accepted =
    isWritable(name, value) &&
    isOurs(cookie, host) &&
    isSafe(cookie, url) &&
    isPrefixValid(cookie, attributes)
  return accepted ? cookie : null
}

function splitPair(pair: string): { name: string; value: string } {
  const at = pair.indexOf('=')
  return at < 0
    ? { name: '', value: trim(pair) }
    : { name: trim(pair.slice(0, at)), value: trim(pair.slice(at + 1)) }
}

function parseAttributes(parts: readonly string[]): Attributes {
  const pairs = parts.map(splitPair).map(({ name, value }) => (name ? [name, value] : [value, '']))
  const usable = pairs.filter(([, value = '']) => value.length <= MAX_ATTRIBUTE_LENGTH)
  return Object.fromEntries(usable.map(([name = '', value = '']) => [name.toLowerCase(), value]))
}

/** Only space and tab: `String.prototype.trim` would take more. */
function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}

function isWritable(name: string, value: string): boolean {
  if (name === '' && value === '') return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that a cookie must not hold (5.6, step 1)
  const control = /[\x00-\x08\x0a-\x1f\x7f]/
  return !control.test(name + value) && new TextEncoder().encode(name + value).length <= MAX_PAIR_LENGTH
}

/** A host may set a cookie for itself and for the domains above it; a single label stands for a public suffix. */
function isOurs({ domain, hostOnly }: Cookie, host: string): boolean {
  return hostOnly ? domain === host : isDomainMatch(host, domain) && domain.includes('.')
}

function isSafe({ secure, sameSite }: Cookie, url: URL): boolean {
  if (secure && url.protocol !== 'https:') return false
  return sameSite !== 'none' || secure
}

/** 4.1.3: `__Secure-` and `__Host-` promise how the cookie was set; browsers compare without case. */
function isPrefixValid({ name, value, secure, hostOnly }: Cookie, attributes: Attributes): boolean {
  const start = (name || value).toLowerCase()
  if (start.startsWith('__secure-')) return name !== '' && secure
  if (!start.startsWith('__host-')) return true
  return name !== '' && secure && hostOnly && !attributes['domain'] && attributes['path'] === '/'
}

function parseSameSite(value: string | undefined): SameSite {
  const known = value?.toLowerCase()
  return known === 'strict' || known === 'lax' || known === 'none' ? known : 'default'
}

/** 5.1.4: the folder of the request's path. */
function getDefaultPath(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))
}

/** `Max-Age` wins over `Expires`; what cannot be read does not count. */
function getExpiry(attributes: Attributes): number | null {
  const now = Date.now()
  const maxAge = attributes['max-age']
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    const life = Number(maxAge) * 1000
    return life <= 0 ? 0 : now + Math.min(life, MAX_LIFETIME)
  }
  const date = attributes['expires'] === undefined ? null : parseCookieDate(attributes['expires'])
  return date === null ? null : Math.min(date, now + MAX_LIFETIME)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 5.1.1, which reads less than `Date.parse` does, and more: an ISO date is none, `1-Jan-70 0:0:0` is one. */
function parseCookieDate(text: string): number | null {
  const tokens = text.split(/[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/)
  const take = (pattern: RegExp) => {
    const at = tokens.findIndex(token => pattern.test(token))
    return at < 0 ? null : pattern.exec(tokens.splice(at, 1)[0] ?? '')
  }
  const time = take(/^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/)
  const day = take(/^(\d{1,2})(?:\D|$)/)
  const month = take(/^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i)
  const year = take(/^(\d{2,4})(?:\D|$)/)
  if (!time || !day || !month || !year) return null

  const [hour = 99, minute = 99, second = 99] = time.slice(1).map(Number)
  if (hour > 23 || minute > 59 || second > 59) return null
  const at = new Date(0)
  at.setUTCFullYear(
    toFullYear(Number(year[1])),
    MONTHS.indexOf((month[1] ?? '').toLowerCase()),
    Number(day[1]),
  )
  at.setUTCHours(hour, minute, second)
  return at.getUTCFullYear() < 1601 || at.getUTCDate() !== Number(day[1]) ? null : at.getTime()
}

function toFullYear(year: number): number {
  if (year < 70) return year + 2000
  return year < 100 ? year + 1900 : year
}

function isForUrl({ domain, hostOnly, path, secure }: Cookie, url: URL): boolean {
  const hostFits = hostOnly ? url.hostname === domain : isDomainMatch(url.hostname, domain)
  return hostFits && isPathMatch(url.pathname, path) && (!secure || url.protocol === 'https:')
}

/** From another site only `None` travels, and `Lax` where the visitor is taken along: a top-level GET. */
function isAllowedBySameSite({ sameSite }: Cookie, { method, crossSite }: Trip): boolean {
  if (!crossSite || sameSite === 'none') return true
  return sameSite !== 'strict' && (method === 'GET' || method === 'HEAD')
}

function isDomainMatch(host: string, domain: string): boolean {
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host)
  return host === domain || (!isAddress && host.endsWith(`.${domain}`))
}

function isPathMatch(pathname: string, path: string): boolean {
  if (pathname === path) return true
  return pathname.startsWith(path) && (path.endsWith('/') || pathname[path.length] === '/')
}

function isSame(a: Cookie, b: Cookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.hostOnly === b.hostOnly && a.path === b.path
}

function compareAge(a: Cookie, b: Cookie): number {
  return a.created - b.created
}
