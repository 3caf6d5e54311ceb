import type { SetCookie } from '../../server.js'
import type { CookieAttributes } from '../../types/cookies.js'

/** Cookie attributes that are always set, because frameworks have other defaults for them. */
export type CompleteCookieAttributes = CookieAttributes & { path: string; httpOnly: boolean; secure: boolean }

/** Sets cookies with a function of the framework, which must percent-encode the value. */
export function writeCookies(
  cookies: readonly SetCookie[],
  setCookie: (name: string, value: string, attributes: CompleteCookieAttributes) => unknown,
): void {
  for (const { name, value, options } of cookies) {
    const { path = '/', httpOnly = false, secure = false, ...rest } = options
    setCookie(name, value, { ...omitUndefined(rest), path, httpOnly, secure })
  }
}

/** Removes undefined attributes, because some frameworks serialize them. */
function omitUndefined(attributes: CookieAttributes): CookieAttributes {
  const entries: [string, unknown][] = Object.entries(attributes)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
