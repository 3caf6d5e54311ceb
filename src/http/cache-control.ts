import type { MutableHeaders } from '../types/server.js'

/** Headers that a CDN obeys instead of `Cache-Control` (RFC 9213), or that a proxy in front of the app obeys. */
const sharedCacheHeaders = [
  'cdn-cache-control',
  'akamai-cache-control',
  'cloudflare-cdn-cache-control',
  'netlify-cdn-cache-control',
  'vercel-cdn-cache-control',
  'edge-control',
  'surrogate-control',
  'x-accel-expires',
] as const

/** Directives that are for shared caches only, or that let them keep a part of the response. RFC 9111 section 5.2.2. */
const sharedDirectives =
  /^(?:public|s-maxage|proxy-revalidate|must-understand)(?:\s*=|$)|^(?:private|no-cache)\s*=/i

/** Directives with which no shared cache keeps the response. */
const privateDirectives = /^(?:private|no-store)$/i

/**
 * Forbids shared caches to keep a response, whatever its headers said: sets `private`, removes what only shared caches read, and adds
 * `Vary: Cookie`. The browser may keep the response as long as the app has said.
 *
 * @returns whether the headers had allowed shared caches to keep it
 */
export function forbidSharedCaching(headers: MutableHeaders): boolean {
  const wasTargeted = removeSharedCacheHeaders(headers)
  addVaryCookie(headers)
  const directives = parseDirectives(headers.get('cache-control'))
  if (directives.length === 0) {
    headers.set('cache-control', 'private, no-store')
    return wasTargeted
  }
  const kept = directives.filter(directive => !sharedDirectives.test(directive))
  const isPrivate = kept.some(directive => privateDirectives.test(directive))
  if (isPrivate && kept.length === directives.length) return wasTargeted
  headers.set('cache-control', (isPrivate ? kept : ['private', ...kept]).join(', '))
  return true
}

/** Adds `Vary: Cookie` to the response of a visitor. Unless the app has set `Cache-Control`, no cache keeps it. */
export function setVisitorCaching(headers: MutableHeaders): void {
  addVaryCookie(headers)
  if (headers.get('cache-control') === null) headers.set('cache-control', 'private, no-store')
}

function removeSharedCacheHeaders(headers: MutableHeaders): boolean {
  const present = sharedCacheHeaders.filter(name => headers.get(name) !== null)
  for (const name of present) headers.delete(name)
  return present.length > 0
}

function addVaryCookie(headers: MutableHeaders): void {
  const vary = headers.get('vary')
  const names = (vary ?? '').split(',').map(name => name.trim().toLowerCase())
  if (names.includes('cookie') || names.includes('*')) return
  headers.set('vary', vary ? `${vary}, Cookie` : 'Cookie')
}

/** A quoted value may contain commas. */
function parseDirectives(header: string | null): readonly string[] {
  const directives = header?.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []
  return directives.map(directive => directive.trim()).filter(Boolean)
}
