import * as oauth from 'oauth4webapi'
import { PayloadTooLarge } from '../../errors.js'

/** Milliseconds that one request to a provider may take, its body included. */
const deadline = 10_000
/** Bytes of an answer that are read; a provider's answers are a hundredth of it. */
const mostBytes = 1_000_000

/** The part of a request that the flow and the protocol library use. */
interface OutboundInit {
  readonly method?: string | undefined
  readonly headers?: HeadersInit | undefined
  readonly body?: BodyInit | null | undefined
}

/** How the flow speaks to a provider. */
export type Outbound = (url: string, init: OutboundInit) => Promise<Response>

const outbounds = new WeakMap<typeof fetch, Outbound>()

/**
 * A provider's `fetch` with a deadline, a size limit and no redirects. One function per `fetch`: what is kept of a
 * provider is kept by it.
 */
export function outboundOf(provider: { readonly fetch: typeof fetch }): Outbound {
  const known = outbounds.get(provider.fetch)
  if (known) return known
  const outbound: Outbound = (url, init) => send(provider.fetch, url, init)
  outbounds.set(provider.fetch, outbound)
  return outbound
}

/** How the protocol library sends. `assertReachable` decides on plain http, and says more about it. */
export function requestOptions(provider: { readonly fetch: typeof fetch }) {
  return { [oauth.customFetch]: outboundOf(provider), [oauth.allowInsecureRequests]: true as const }
}

async function send(fetch: typeof globalThis.fetch, url: string, init: OutboundInit): Promise<Response> {
  const signal = AbortSignal.timeout(deadline)
  const { promise: late, forget } = lateness(signal)
  try {
    return await Promise.race([
      receive(await Promise.race([begin(fetch, url, { ...init, signal }), late])),
      late,
    ])
  } finally {
    forget()
  }
}

/** Rejects when the time is up: a `fetch` of the app's own may forget the signal. */
function lateness(signal: AbortSignal): { readonly promise: Promise<never>; forget(): void } {
  let onAbort = () => {}
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  // A signal that somebody listens to keeps a Deno process alive until its time is up.
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) }
}

function begin(fetch: typeof globalThis.fetch, url: string, init: OutboundInit & { signal: AbortSignal }) {
  return fetch(url, {
    method: init.method ?? 'GET',
    headers: init.headers ?? {},
    body: init.body ?? null,
    // workerd knows no `error`; a redirect that is not followed fails the status check just as well.
    redirect: 'manual',
    signal: init.signal,
  })
}

async function receive(response: Response): Promise<Response> {
  const { status, headers } = response
  if (status < 200 || status > 599) throw new TypeError('The provider answered with a redirect.')
  const body = await readLimited(response)
  const isBodiless = status === 204 || status === 205 || status === 304
  return new Response(isBodiless ? null : body, { status, headers })
}

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value)
    size += chunk.value.byteLength
    if (size <= mostBytes) continue
    await reader?.cancel()
    throw new PayloadTooLarge(`A provider's answer is larger than ${mostBytes} bytes.`)
  }
  return join(chunks, size)
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
