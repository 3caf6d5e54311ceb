import { serializeCookie } from '../http/cookies.js'
import type { CookieAttributes, SetCookie } from '../types/cookies.js'

/** A cookie as Playwright takes it, in `context.addCookies` and in the `cookies` of a storage state. */
export interface BrowserCookie {
  name: string
  /** As it is on the wire. */
  value: string
  /** Without a leading dot the cookie belongs to this host alone. */
  domain: string
  path: string
  /** Seconds since the epoch; -1 ends with the browser. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/** The cookie that a browser keeps when a page of `url` sets it. */
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

/** Browsers take `Lax` where nothing is said. */
function toSameSite({ sameSite }: CookieAttributes): BrowserCookie['sameSite'] {
  if (sameSite === 'none') return 'None'
  return sameSite === 'strict' || sameSite === true ? 'Strict' : 'Lax'
}
