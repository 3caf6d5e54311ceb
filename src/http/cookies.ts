import type { SetCookie } from '../types/cookies.js'
import type { CookieJar, NoopCookieJar, RequestCookies } from '../types/request.js'
import { toWellFormed } from './url.js'

/** Parses a `Cookie` header, RFC 6265 section 5.4. Keeps every value of every name, still encoded, in the order sent. */
function parseCookies(header: string | null): Map<string, string[]> {
  const cookies = new Map<string, string[]>()
  if (!header) return cookies
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 1) continue
    const name = trimBlanks(pair.slice(0, equals))
    const value = pair.slice(equals + 1)
    const values = cookies.get(name)
    if (values) values.push(value)
    else cookies.set(name, [value])
  }
  return cookies
}

/** What `encodeURIComponent` encodes. The tokens of Latchkey have no such character. */
export const encodedCharacter = /[^\w.!~*'()-]/

/** Serializes a `Set-Cookie` header, RFC 6265 section 4.1. The attributes are in the order of Auth.js, so that recorded headers compare equal. */
export function serializeCookie({ name, value, options }: SetCookie): string {
  const { maxAge, domain, path, expires, sameSite, priority } = options
  let header = `${name}=${encodeValue(value)}`
  if (maxAge !== undefined) header += `; Max-Age=${Math.floor(maxAge)}`
  if (domain) header += `; Domain=${domain}`
  if (path) header += `; Path=${path}`
  if (expires) header += `; Expires=${expires.toUTCString()}`
  if (options.httpOnly) header += '; HttpOnly'
  if (options.secure) header += '; Secure'
  if (options.partitioned) header += '; Partitioned'
  if (priority) header += `; Priority=${toTitleCase(priority)}`
  if (sameSite) header += `; SameSite=${sameSite === true ? 'Strict' : toTitleCase(sameSite)}`
  return header
}

function encodeValue(value: string): string {
  return value.search(encodedCharacter) < 0 ? value : encodeURIComponent(toWellFormed(value))
}

function toTitleCase(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * Trims spaces and tabs only. If other whitespace were trimmed, a sibling host could set a cookie that
 * bypasses the `__Host-` prefix.
 */
function trimBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && isBlank(text.charCodeAt(from))) from++
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

function unquote(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}

/**
 * Decodes a cookie value. Invalid percent-encoding is returned unchanged, because the cookie can belong to
 * another application.
 */
function decodeCookieValue(encoded: string): string {
  const value = unquote(trimBlanks(encoded))
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/**
 * Creates the jar for a cross-site POST: the browser omits `SameSite=Lax` cookies. The jar has no cookies and ignores
 * writes, so that a check cannot replace cookies that the browser has.
 */
export function createNoopCookieJar(): NoopCookieJar {
  return {
    isNoop: true,
    get: () => undefined,
    getAll: () => [],
    listNames: () => [],
    set: () => {},
    clear: () => {},
    getSetCookies: () => [],
  }
}

/** Maximum number of cookies with the same name that are tried. */
const maxDuplicates = 5

/** The cookies of a `Cookie` header. */
class ReceivedCookies implements RequestCookies {
  private readonly received: Map<string, string[]>

  constructor(header: string | null) {
    this.received = parseCookies(header)
  }

  get(name: string): string | undefined {
    const value = this.received.get(name)?.[0]
    return value === undefined ? undefined : decodeCookieValue(value)
  }

  getAll(name: string): readonly string[] {
    return this.received.get(name)?.slice(0, maxDuplicates).map(decodeCookieValue) ?? []
  }

  listNames(): readonly string[] {
    return [...this.received.keys()]
  }
}

class WritableCookies extends ReceivedCookies implements CookieJar {
  private written: Map<string, SetCookie> | null = null

  set(name: string, value: string, options: SetCookie['options']): void {
    this.write({ name, value: toWellFormed(value), options })
  }

  clear(name: string, { expires: _, ...options }: SetCookie['options']): void {
    this.write({ name, value: '', options: { ...options, maxAge: 0 } })
  }

  getSetCookies(): readonly SetCookie[] {
    return this.written ? [...this.written.values()] : []
  }

  /** A browser stores cookies of one name separately if their domain or path differs, or one of them is partitioned. */
  private write(cookie: SetCookie): void {
    const { domain = '', path = '', partitioned = false } = cookie.options
    this.written ??= new Map()
    this.written.set(`${cookie.name};${domain};${path};${partitioned}`, cookie)
  }
}

/** Reads the cookies of a `Cookie` header. */
export function readRequestCookies(header: string | null): RequestCookies {
  return new ReceivedCookies(header)
}

/** Creates the cookie jar of one request from its `Cookie` header. */
export function createCookieJar(header: string | null): CookieJar {
  return new WritableCookies(header)
}
