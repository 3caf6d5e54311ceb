/**
 * A browser's cookie jar (RFC 6265bis, sections 5.1 to 5.8). Names and values are stored without decoding.
 *
 * @module
 */

/** The `SameSite` attribute. `default` if it is missing, which browsers treat as `Lax`. */
export type SameSite = 'strict' | 'lax' | 'none' | 'default'

/** One stored cookie. */
export interface Cookie {
  name: string
  value: string
  /** Without a leading dot. */
  domain: string
  hostOnly: boolean
  path: string
  /** Milliseconds since 1970. `null` for a session cookie. */
  expires: number | null
  secure: boolean
  httpOnly: boolean
  sameSite: SameSite
  /** Browsers keep it beside a cookie of the same name that is not partitioned (CHIPS). The jar has one top-level site. */
  partitioned: boolean
  created: number
}

/** The properties of a request that `SameSite` depends on. */
export interface RequestContext {
  method: string
  crossSite: boolean
}

type Attributes = Readonly<Partial<Record<string, string>>>

const MAX_PAIR_LENGTH = 4096
const MAX_ATTRIBUTE_LENGTH = 1024
const MAX_LIFETIME = 400 * 24 * 60 * 60 * 1000

/** A cookie jar. Visitors that share a jar are tabs of one browser. */
export class CookieJar {
  #cookies: Cookie[] = []
  #clock = 0

  /** Returns all cookies that have not expired, oldest first. */
  cookies(): readonly Readonly<Cookie>[] {
    const now = Date.now()
    this.#cookies = this.#cookies.filter(({ expires }) => expires === null || expires > now)
    return this.#cookies
  }

  /** Returns the oldest cookie of that name. */
  get(name: string): Readonly<Cookie> | undefined {
    return this.cookies().find(cookie => cookie.name === name)
  }

  /** Stores one `Set-Cookie` line of a response from `url`. Returns whether it was accepted. */
  set(url: string | URL, line: string): boolean {
    const cookie = parse(line, new URL(url))
    const old = cookie && this.#cookies.find(stored => isSame(stored, cookie))
    if (!cookie || this.#shadowsSecure(cookie, new URL(url))) return false

    this.#clock += 1
    const stored = { ...cookie, created: old?.created ?? this.#clock }
    this.#cookies = [...this.#cookies.filter(stored => stored !== old), stored].sort(compareAge)
    return true
  }

  /** Stores all `Set-Cookie` lines of a response. */
  storeCookies(url: string | URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) this.set(url, line)
  }

  /** Returns the `Cookie` header for a request to `url`, empty if no cookie matches. */
  header(url: string | URL, context: RequestContext = { method: 'GET', crossSite: false }): string {
    const target = new URL(url)
    return this.cookies()
      .filter(cookie => isForUrl(cookie, target) && isAllowedBySameSite(cookie, context))
      .toSorted((a, b) => b.path.length - a.path.length || compareAge(a, b))
      .map(({ name, value }) => (name ? `${name}=${value}` : value))
      .join('; ')
  }

  /** Deletes the cookies of one name, or all cookies. */
  clear(name?: string): void {
    this.#cookies = name === undefined ? [] : this.#cookies.filter(cookie => cookie.name !== name)
  }

  /** Returns an independent copy, as an attacker with stolen cookies has. */
  clone(): CookieJar {
    const copy = new CookieJar()
    copy.#cookies = this.#cookies.map(cookie => ({ ...cookie }))
    copy.#clock = this.#clock
    return copy
  }

  /** Plain http must neither replace nor shadow a Secure cookie (RFC 6265bis, section 5.7, step 16). */
  #shadowsSecure(cookie: Cookie, url: URL): boolean {
    if (cookie.secure || url.protocol === 'https:') return false
    return this.cookies().some(
      stored =>
        stored.secure &&
        stored.name === cookie.name &&
        (isDomainMatch(stored.domain, cookie.domain) || isDomainMatch(cookie.domain, stored.domain)) &&
        isPathMatch(cookie.path, stored.path),
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
    partitioned: 'partitioned' in attributes,
    created: 0,
  }
  const accepted =
    isWritable(name, value) &&
    isDomainAllowed(cookie, host) &&
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

/** Removes space and tab only, unlike `String.prototype.trim`. */
function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}

function isWritable(name: string, value: string): boolean {
  if (name === '' && value === '') return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that a cookie must not contain (section 5.6, step 1)
  const control = /[\x00-\x08\x0a-\x1f\x7f]/
  return !control.test(name + value) && new TextEncoder().encode(name + value).length <= MAX_PAIR_LENGTH
}

/** A host may set a cookie for itself and its parent domains. A single label is treated as a public suffix. */
function isDomainAllowed({ domain, hostOnly }: Cookie, host: string): boolean {
  return hostOnly ? domain === host : isDomainMatch(host, domain) && domain.includes('.')
}

function isSafe({ secure, sameSite, partitioned }: Cookie, url: URL): boolean {
  if (secure && url.protocol !== 'https:') return false
  return (sameSite !== 'none' && !partitioned) || secure
}

/** `__Secure-` and `__Host-` require certain attributes (section 4.1.3). Browsers compare the prefix without case. */
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

/** Returns the directory of the request path (section 5.1.4). */
function getDefaultPath(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))
}

/** `Max-Age` takes precedence over `Expires`. Invalid values are ignored. */
function getExpiry(attributes: Attributes): number | null {
  const now = Date.now()
  const maxAge = attributes['max-age']
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    const maxAgeMs = Number(maxAge) * 1000
    return maxAgeMs <= 0 ? 0 : now + Math.min(maxAgeMs, MAX_LIFETIME)
  }
  const date = attributes['expires'] === undefined ? null : parseCookieDate(attributes['expires'])
  return date === null ? null : Math.min(date, now + MAX_LIFETIME)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses a date as section 5.1.1 requires, unlike `Date.parse`: ISO dates are invalid, `1-Jan-70 0:0:0` is valid. */
function parseCookieDate(text: string): number | null {
  const tokens = text.split(/[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/)
  const takeToken = (pattern: RegExp) => {
    const at = tokens.findIndex(token => pattern.test(token))
    return at < 0 ? null : pattern.exec(tokens.splice(at, 1)[0] ?? '')
  }
  const time = takeToken(/^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/)
  const day = takeToken(/^(\d{1,2})(?:\D|$)/)
  const month = takeToken(/^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i)
  const year = takeToken(/^(\d{2,4})(?:\D|$)/)
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
  const isHostMatch = hostOnly ? url.hostname === domain : isDomainMatch(url.hostname, domain)
  return isHostMatch && isPathMatch(url.pathname, path) && (!secure || url.protocol === 'https:')
}

/** Cross-site requests send `None`, and `Lax` only with a top-level GET. */
function isAllowedBySameSite({ sameSite }: Cookie, { method, crossSite }: RequestContext): boolean {
  if (!crossSite || sameSite === 'none') return true
  return sameSite !== 'strict' && (method === 'GET' || method === 'HEAD')
}

function isDomainMatch(host: string, domain: string): boolean {
  const isIpAddress = host.startsWith('[') || /^[\d.]+$/.test(host)
  return host === domain || (!isIpAddress && host.endsWith(`.${domain}`))
}

function isPathMatch(pathname: string, path: string): boolean {
  if (pathname === path) return true
  return pathname.startsWith(path) && (path.endsWith('/') || pathname[path.length] === '/')
}

function isSame(a: Cookie, b: Cookie): boolean {
  const hasSameSite = a.domain === b.domain && a.hostOnly === b.hostOnly && a.path === b.path
  return a.name === b.name && hasSameSite && a.partitioned === b.partitioned
}

function compareAge(a: Cookie, b: Cookie): number {
  return a.created - b.created
}
