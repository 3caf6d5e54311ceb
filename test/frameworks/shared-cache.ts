import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * What a shared cache keeps:
 *
 * - `strict`: what RFC 9111 allows, without its `Set-Cookie`.
 * - `permissive`: the same, with its `Set-Cookie`, which RFC 9111 also allows.
 * - `heuristic`: also responses without a lifetime, as RFC 9111, section 4.2.2, allows.
 */
export type CachePolicy = 'strict' | 'permissive' | 'heuristic'

/** All policies. A later one keeps more than an earlier one. */
export const cachePolicies: readonly CachePolicy[] = ['strict', 'permissive', 'heuristic']

/** A reverse proxy with a cache that all clients share, as a CDN has. */
export interface SharedCache {
  readonly origin: string
  /** Deletes what is stored, and sets what is kept from now on. */
  reset(policy: CachePolicy): void
  stop(): Promise<void>
}

/** The response header that tells whether the response came from the cache: `hit` or `miss`. */
export const cacheStatusHeader = 'x-shared-cache'

type Headers = readonly (readonly [name: string, value: string])[]

interface StoredResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** The request headers that `Vary` names, with their values. */
  readonly selectedBy: ReadonlyMap<string, string>
  /** In milliseconds since the epoch. */
  readonly freshUntil: number
}

/** Starts a shared cache in front of a server. Serves no stale response, and does not validate stored ones. */
export async function startSharedCache(target: string): Promise<SharedCache> {
  const stored = new Map<string, StoredResponse[]>()
  const agent = new Agent({ keepAlive: true })
  let policy: CachePolicy = 'strict'

  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(error => outgoing.destroy(error))
  })

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const key = incoming.url ?? '/'
    const isRead = incoming.method === 'GET'
    const found = isRead ? stored.get(key)?.find(one => isSelected(one, incoming)) : undefined
    if (found) return send(outgoing, found, 'hit')
    const fetched = await forward(incoming)
    const kept = isRead ? toStoredResponse(incoming, fetched, policy) : null
    if (kept) stored.set(key, [...(stored.get(key) ?? []), kept])
    send(outgoing, fetched, 'miss')
  }

  async function forward(incoming: IncomingMessage): Promise<FetchedResponse> {
    const { method, url, rawHeaders } = incoming
    // A list replaces the headers that Node would set, such as `Host`.
    const sent = request(new URL(target), { method, path: url, agent, headers: rawHeaders })
    incoming.pipe(sent)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (!answer) throw new Error(`${target} sent no response.`)
    const headers = toPairs(answer.rawHeaders).filter(([name]) => !connectionHeaders.has(name.toLowerCase()))
    return { status: answer.statusCode ?? 0, headers, body: await buffer(answer) }
  }

  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    reset(next) {
      policy = next
      stored.clear()
    },
    async stop() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type FetchedResponse = Pick<StoredResponse, 'status' | 'headers' | 'body'>

/** Headers of one connection, RFC 9110, section 7.6.1. The body is sent whole. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

function send(outgoing: ServerResponse, { status, headers, body }: FetchedResponse, from: string): void {
  outgoing.statusCode = status
  for (const [name, value] of headers) outgoing.appendHeader(name, value)
  outgoing.setHeader(cacheStatusHeader, from)
  outgoing.end(body)
}

/** Returns whether a stored response is fresh and was selected by the same request headers, RFC 9111, section 4.1. */
function isSelected({ selectedBy, freshUntil }: StoredResponse, { headers }: IncomingMessage): boolean {
  if (Date.now() >= freshUntil) return false
  return [...selectedBy].every(([name, value]) => String(headers[name] ?? '') === value)
}

/** Returns null if the response must not be stored, RFC 9111, section 3. */
function toStoredResponse(
  incoming: IncomingMessage,
  fetched: FetchedResponse,
  policy: CachePolicy,
): StoredResponse | null {
  const lifetime = getLifetime(fetched, policy)
  const names = readList(fetched.headers, 'vary').map(name => name.toLowerCase())
  const isSecret = incoming.headers.authorization !== undefined
  if (lifetime <= 0 || names.includes('*') || isSecret) return null
  const keepsCookies = policy !== 'strict'
  return {
    ...fetched,
    headers: fetched.headers.filter(([name]) => keepsCookies || name.toLowerCase() !== 'set-cookie'),
    selectedBy: new Map(names.map(name => [name, String(incoming.headers[name] ?? '')])),
    freshUntil: Date.now() + lifetime * 1000,
  }
}

/** How long a response without a lifetime is fresh, in seconds. */
const heuristicLifetime = 60

/** Final statuses that a cache may keep without a lifetime, RFC 9110, section 15.1. */
const heuristicStatuses = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** Returns how long a shared cache may reuse the response without validation, in seconds. */
function getLifetime({ status, headers }: FetchedResponse, policy: CachePolicy): number {
  const directives = parseDirectives(headers)
  if (['private', 'no-store', 'no-cache'].some(name => directives.has(name))) return 0
  const given = directives.get('s-maxage') ?? directives.get('max-age')
  if (given !== undefined) return Number(given)
  const [expires] = readList(headers, 'expires', /$/)
  if (expires !== undefined) return (Date.parse(expires) - Date.now()) / 1000 || 0
  const isHeuristic = policy === 'heuristic' && heuristicStatuses.has(status)
  return isHeuristic || directives.has('public') ? heuristicLifetime : 0
}

/** Returns the directives of `Cache-Control` with their values. */
export function parseDirectives(headers: Headers): ReadonlyMap<string, string> {
  const pairs = readList(headers, 'cache-control').map(text => text.toLowerCase().split('='))
  return new Map(pairs.map(([name = '', value = '']) => [name.trim(), value.replaceAll('"', '')]))
}

function readList(headers: Headers, wanted: string, separator: RegExp = /,/): string[] {
  const lines = headers.filter(([name]) => name.toLowerCase() === wanted)
  return lines.flatMap(([, value]) => value.split(separator).map(part => part.trim())).filter(Boolean)
}

function toPairs(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : [],
  )
}
