import type { SetCookie } from '../types/cookies.js'
import type { CookieJar } from '../types/request.js'
import { parseCookies } from './cookies.js'
import { toWellFormed } from './url.js'

/** Creates the cookie jar of one request from its `Cookie` header. */
export function createCookieJar(header: string | null): CookieJar {
  const incoming = parseCookies(header)
  const outgoing = new Map<string, SetCookie>()
  return {
    get: name => incoming.get(name)?.[0],
    getAll: name => incoming.get(name) ?? [],
    listNames: () => [...incoming.keys()],
    set: (name, value, options) => void outgoing.set(name, { name, value: toWellFormed(value), options }),
    clear: (name, { expires: _, ...options }) =>
      void outgoing.set(name, { name, value: '', options: { ...options, maxAge: 0 } }),
    getSetCookies: () => [...outgoing.values()],
  }
}
