import { serializeCookie } from '../../http/cookies.js'
import { toWellFormed } from '../../http/url.js'
import type { CookieAttributes, SetCookie } from '../../types/cookies.js'

/** The cookies as lines of `Set-Cookie`. */
export function serializeSetCookies(cookies: readonly SetCookie[]): string[] {
  return cookies.map(serializeCookie)
}

/** Attributes that a framework need not complete, and must not: its own defaults are not ours. */
export type CompleteCookieAttributes = CookieAttributes & { path: string; httpOnly: boolean; secure: boolean }

/** Writes the cookies through the framework's own way to set one; it percent-encodes the value. */
export function writeCookies(
  cookies: readonly SetCookie[],
  write: (name: string, value: string, attributes: CompleteCookieAttributes) => unknown,
): void {
  for (const { name, value, options } of cookies) {
    const { path = '/', httpOnly = false, secure = false, ...rest } = options
    write(name, toWellFormed(value), { ...omitUndefined(rest), path, httpOnly, secure })
  }
}

/** Without what is explicitly undefined, which some frameworks write out. */
function omitUndefined(attributes: CookieAttributes): CookieAttributes {
  const entries: [string, unknown][] = Object.entries(attributes)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
