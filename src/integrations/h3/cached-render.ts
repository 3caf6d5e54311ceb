import type { IncomingRequest } from '../../server.js'
import type { KeptHeaders } from '../shared/shared-render.js'
import type { H3Event, H3NodeEvent, H3WebEvent } from './event-types.js'

/** The part of `event.context` that Nitro sets. */
interface NitroContext {
  /** The options of the cached handler that runs. Nitro 2 sets them, and does not remove them afterward. */
  readonly cache?: { readonly options?: CachedHandlerOptions }
}

interface CachedHandlerOptions {
  readonly varies?: readonly (string | undefined)[]
  readonly getKey?: unknown
  readonly validate?: unknown
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
