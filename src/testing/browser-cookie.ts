import { serializeCookie } from '../http/cookies.js'
import type { CookieAttributes, SetCookie } from '../types/cookies.js'

/** A cookie in Playwright's format, for `context.addCookies` and the `cookies` of a storage state. */
export interface BrowserCookie {
  name: string
  /** The encoded value, as in the `Cookie` header. */
  value: string
  /** The domain. Without a leading dot, the cookie is host-only. */
  domain: string
  path: string
  /** Expiry in seconds since the epoch; -1 for a session cookie. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/** Converts a cookie to the form that a browser stores if a page of `url` sets it. */
export function toBrowserCookie({ name, value, options }: SetCookie, url: URL): BrowserCookie {
  const { domain, path = '/', httpOnly = false, secure = false } = options
  return {
    name,
    value: serializeCookie({ name, value, options: {} }).slice(name.length + 1),
    domain: domain ? `.${domain.replace(/^\./, '')}` : url.hostname,
    path,
    expires: getExpiry(options),
    httpOnly,
    secure,
    sameSite: toSameSite(options),
  }
}

function getExpiry({ maxAge, expires }: CookieAttributes): number {
  if (maxAge !== undefined) return Math.floor(Date.now() / 1000 + maxAge)
  return expires ? Math.floor(expires.getTime() / 1000) : -1
}

/** Defaults to `Lax`, as browsers do. */
function toSameSite({ sameSite }: CookieAttributes): BrowserCookie['sameSite'] {
  if (sameSite === 'none') return 'None'
  return sameSite === 'strict' || sameSite === true ? 'Strict' : 'Lax'
}
