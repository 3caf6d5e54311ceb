import type { SetCookie } from '../../server.js'
import type { CookieAttributes } from '../../types/cookies.js'

/** Attributes with the defaults that frameworks would otherwise choose themselves. */
export type CompleteCookieAttributes = CookieAttributes & { path: string; httpOnly: boolean; secure: boolean }

/** Sets cookies with the framework's own function, which percent-encodes the value. */
export function writeCookies(
  cookies: readonly SetCookie[],
  setCookie: (name: string, value: string, attributes: CompleteCookieAttributes) => unknown,
): void {
  for (const { name, value, options } of cookies) {
    const { path = '/', httpOnly = false, secure = false, ...rest } = options
    setCookie(name, value, { ...omitUndefined(rest), path, httpOnly, secure })
  }
}

/** Some frameworks serialize attributes that are explicitly undefined. */
function omitUndefined(attributes: CookieAttributes): CookieAttributes {
  const entries: [string, unknown][] = Object.entries(attributes)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
