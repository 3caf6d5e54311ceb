import type { SetCookie } from '../types/cookies.js'
import type { Jar } from '../types/wire.js'
import { parseCookies } from './cookies.js'

/** Opens the jar of one request. */
export function openJar(header: string | null): Jar {
  const incoming = parseCookies(header)
  const outgoing = new Map<string, SetCookie>()
  return {
    get: name => incoming.get(name)?.[0],
    all: name => incoming.get(name) ?? [],
    names: () => [...incoming.keys()],
    set: (name, value, options) => void outgoing.set(name, { name, value, options }),
    clear: (name, { expires: _, ...options }) =>
      void outgoing.set(name, { name, value: '', options: { ...options, maxAge: 0 } }),
    outgoing: () => [...outgoing.values()],
  }
}
