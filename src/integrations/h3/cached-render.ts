import type { IncomingRequest } from '../../server.js'
import type { H3Event, H3NodeEvent, H3WebEvent } from './event-types.js'

/** The part of `event.context` that Nitro sets. */
interface NitroContext {
  /** The options of the cached handler that runs. Nitro 2 sets them, and does not remove them afterward. */
  readonly cache?: { readonly options?: CachedHandlerOptions }
  /** The route rules of Nitro 2. */
  readonly _nitro?: { readonly routeRules?: RouteRules }
  /** The route rules of Nitro 3. */
  readonly routeRules?: RouteRules
}

interface CachedHandlerOptions {
  readonly varies?: readonly (string | undefined)[]
  readonly getKey?: unknown
  readonly validate?: unknown
}

interface RouteRules {
  readonly isr?: unknown
}

/**
 * Returns the names of the headers that the cached handler of Nitro 2 keeps: those that are part of the key of its cache. Null outside of a
 * cached handler.
 *
 * A cached handler has an event of its own, without the other headers, but with the context of the request that came first.
 */
export function findKeptNames({ context }: H3Event): readonly string[] | null {
  const { options } = (context as NitroContext).cache ?? {}
  // An app may have a `cache` of its own in the context.
  if (typeof options?.getKey !== 'function' || typeof options.validate !== 'function') return null
  return (options.varies ?? []).flatMap(name => name?.toLowerCase() ?? [])
}

/**
 * Whether the host of the app keeps the response for all visitors (`routeRules` with `isr`). It keeps the response whatever its headers say.
 */
export function isKeptByHost({ context }: H3Event, { method }: IncomingRequest): boolean {
  const { _nitro, routeRules = _nitro?.routeRules } = context as NitroContext
  return Boolean(routeRules?.isr) && (method === 'GET' || method === 'HEAD')
}

/** Returns a header that a cached handler has left of a request, because it is part of the key of its cache. */
export type KeptHeaders = (name: string) => string | null | undefined

/** Returns a header of an event of h3 1. */
export function getNodeHeader({ node: { req } }: H3NodeEvent, name: string): string | null {
  const value = req.headers[name]
  return value === undefined ? null : [value].flat().join(', ')
}

/** Whether an event of h3 1 is that of a cached handler whose key has no cookies. */
export function isWithoutCookies(event: H3NodeEvent, request: IncomingRequest): boolean {
  const kept = findKeptNames(event)
  if (kept) return !kept.includes('cookie')
  return getNodeHeader(event, 'cookie') !== (request.getHeader('cookie') ?? null)
}

/**
 * Returns what is left of a request in a cached handler of Nitro 3, which replaces the request of the event. Null if the request has all
 * its headers: other middleware replaces a request by a copy.
 */
export function findKeptWebHeaders({ req }: H3WebEvent, original: H3WebEvent['req']): KeptHeaders | null {
  if (req === original) return null
  // Nitro 3.0.0 keeps the headers that are not part of the key. It does not keep the context.
  if (getContext(req) !== getContext(original)) return () => null
  const cookie = original.headers.get('cookie')
  const isCopy =
    req.headers.get('cookie') === cookie && (cookie !== null || countHeaders(req) >= countHeaders(original))
  return isCopy ? null : name => req.headers.get(name)
}

function getContext(req: Request): unknown {
  return Reflect.get(req, 'context')
}

function countHeaders({ headers }: Request): number {
  return [...headers].length
}

/** Headers that name the public URL, and what the client accepts. They tell nothing about the user. */
const routingHeader = /^host$|forwarded|^accept$|^sec-fetch-/

/** Returns a request with the headers that a cached handler has left. Those that name the public URL stay. */
export function toNarrowedRequest(request: IncomingRequest, getKept: KeptHeaders): IncomingRequest {
  const getHeader = (name: string) =>
    routingHeader.test(name) ? request.getHeader(name) : (getKept(name) ?? null)
  return {
    ...request,
    getHeader,
    toHeaders() {
      const names = [...request.toHeaders().keys()]
      return new Headers(names.flatMap(name => toEntry(name, getHeader(name))))
    },
  }
}

function toEntry(name: string, value: string | null | undefined): [string, string][] {
  return typeof value === 'string' ? [[name, value]] : []
}

/** Headers by which shared caches decide to keep a response. */
const cachingHeaders = [
  'cache-control',
  'cdn-cache-control',
  'surrogate-control',
  'cloudflare-cdn-cache-control',
  'netlify-cdn-cache-control',
  'vercel-cdn-cache-control',
] as const

/** Whether the app has set headers with which shared caches keep the response. */
export function isPublic(getHeader: (name: string) => string | null): boolean {
  return cachingHeaders.some(name => {
    const value = getHeader(name) ?? ''
    const isForAll = name === 'cache-control' ? /\b(?:public|s-maxage)\b/i : /\bmax-?age\b|\bpublic\b/i
    return isForAll.test(value) && !/\b(?:private|no-store)\b/i.test(value)
  })
}
