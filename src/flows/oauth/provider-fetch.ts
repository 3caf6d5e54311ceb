import * as oauth from 'oauth4webapi'
import { PayloadTooLarge } from '../../errors.js'

/** Milliseconds that one request to a provider may take, its body included. */
const timeoutMs = 10_000
/** Bytes of an answer that are read; a provider's answers are a hundredth of it. */
const maxResponseBytes = 1_000_000

/** The part of a request that the flow and the protocol library use. */
interface BoundedFetchInit {
  readonly method?: string | undefined
  readonly headers?: HeadersInit | undefined
  readonly body?: BodyInit | null | undefined
}

/** How the flow speaks to a provider. */
export type BoundedFetch = (url: string, init: BoundedFetchInit) => Promise<Response>

const boundedFetches = new WeakMap<typeof fetch, BoundedFetch>()

/**
 * A provider's `fetch` with a deadline, a size limit and no redirects. One function per `fetch`: what is kept of a
 * provider is kept by it.
 */
export function getBoundedFetch(provider: { readonly fetch: typeof fetch }): BoundedFetch {
  const cached = boundedFetches.get(provider.fetch)
  if (cached) return cached
  const boundedFetch: BoundedFetch = (url, init) => fetchWithLimits(provider.fetch, url, init)
  boundedFetches.set(provider.fetch, boundedFetch)
  return boundedFetch
}

/** How the protocol library sends. `assertReachable` decides on plain http, and says more about it. */
export function getRequestOptions(provider: { readonly fetch: typeof fetch }) {
  return { [oauth.customFetch]: getBoundedFetch(provider), [oauth.allowInsecureRequests]: true as const }
}

async function fetchWithLimits(
  fetch: typeof globalThis.fetch,
  url: string,
  init: BoundedFetchInit,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { promise: timeout, removeListener } = rejectOnAbort(signal)
  try {
    return await Promise.race([
      readResponse(await Promise.race([callFetch(fetch, url, { ...init, signal }), timeout])),
      timeout,
    ])
  } finally {
    removeListener()
  }
}

/** Rejects when the time is up: a `fetch` of the app's own may forget the signal. */
function rejectOnAbort(signal: AbortSignal): { readonly promise: Promise<never>; removeListener(): void } {
  let onAbort = () => {}
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  // A signal that somebody listens to keeps a Deno process alive until its time is up.
  return { promise, removeListener: () => signal.removeEventListener('abort', onAbort) }
}

function callFetch(
  fetch: typeof globalThis.fetch,
  url: string,
  init: BoundedFetchInit & { signal: AbortSignal },
) {
  return fetch(url, {
    method: init.method ?? 'GET',
    headers: init.headers ?? {},
    body: init.body ?? null,
    // workerd knows no `error`; a redirect that is not followed fails the status check just as well.
    redirect: 'manual',
    signal: init.signal,
  })
}

async function readResponse(response: Response): Promise<Response> {
  const { status, headers } = response
  if (status < 200 || status > 599) throw new TypeError('The provider answered with a redirect.')
  const body = await readLimitedBody(response)
  const isNullBodyStatus = status === 204 || status === 205 || status === 304
  return new Response(isNullBodyStatus ? null : body, { status, headers })
}

async function readLimitedBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value)
    size += chunk.value.byteLength
    if (size <= maxResponseBytes) continue
    await reader?.cancel()
    throw new PayloadTooLarge(`A provider's answer is larger than ${maxResponseBytes} bytes.`)
  }
  return joinChunks(chunks, size)
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
