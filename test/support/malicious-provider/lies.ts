import type { Claims } from '../../../src/testing/provider/keys.js'
import type { BackChannelEndpoint } from '../../../src/testing/provider/protocol.js'
import type { Awaitable } from '../../../src/types/common.js'

/** Responses that a client must reject. `slow` never responds, `down` refuses the connection. */
export type Failure = keyof typeof failures

/** Replaces a response by a failure, or by the JSON or `Response` that the function returns. */
export type Lie =
  | Failure
  | ((answer: Record<string, unknown>) => Awaitable<Record<string, unknown> | Response>)

/**
 * Unexpected signatures of an ID token. `no-kid-two-keys` also publishes a second key, and `other-alg` signs with a published key of
 * another algorithm.
 */
export type SignatureLie =
  | 'damaged'
  | 'none'
  | 'foreign-key'
  | 'unknown-kid'
  | 'no-kid'
  | 'no-kid-two-keys'
  | 'other-alg'

/** The invalid data of a provider. May be changed at any time. */
export interface Lies extends Partial<Record<BackChannelEndpoint, Lie>> {
  /** Claims to replace in the ID token. `undefined` removes a claim. */
  claims?: Record<string, unknown>
  signature?: SignatureLie
  /** Edits the parameters of the authorization response, such as `state`, `iss` and `code`. */
  authorization?: (params: URLSearchParams) => void
}

/** The responses by name. */
export const failures = {
  down: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
  slow: (signal: AbortSignal | undefined) => waitForAbort(signal),
  empty: () => new Response(null, { status: 204 }),
  error: () => Response.json({ error: 'invalid_request', error_description: 'No.' }, { status: 400 }),
  'error-in-200': () => Response.json({ error: 'invalid_request', error_description: 'No.' }),
  html: () =>
    new Response('<!doctype html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  garbage: () => new Response('{"issuer": "https', { headers: { 'content-type': 'application/json' } }),
  array: () => Response.json([]),
  redirect: () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
  'status-401': () =>
    Response.json({}, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
  'status-500': () => new Response('Internal Server Error', { status: 500 }),
  huge: () => new Response(createEndlessStream(), { headers: { 'content-type': 'application/json' } }),
} satisfies Record<string, (signal: AbortSignal | undefined) => Response | Promise<Response>>

/** Invalid ID tokens by their defect. */
export const badIdTokens: Record<string, Lies> = {
  'another issuer': { claims: { iss: 'https://elsewhere.example' } },
  'another audience': { claims: { aud: 'another-client' } },
  'another authorized party': { claims: { azp: 'another-client' } },
  'no audience': { claims: { aud: undefined } },
  'several audiences, no authorized party': { claims: { aud: ['app', 'another-client'] } },
  'no subject': { claims: { sub: undefined } },
  'an empty subject': { claims: { sub: '' } },
  'a numeric subject': { claims: { sub: 42 } },
  'another nonce': { claims: { nonce: 'another-nonce' } },
  'no issue time': { claims: { iat: undefined } },
  'issued tomorrow': { claims: { iat: getSecondsFromNow(86_400) } },
  'no expiry': { claims: { exp: undefined } },
  'expired yesterday': { claims: { exp: getSecondsFromNow(-86_400) } },
  'an expiry that is a string': { claims: { exp: 'tomorrow' } },
  'valid from tomorrow': { claims: { nbf: getSecondsFromNow(86_400) } },
  'the hash of another access token': { claims: { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  'a corrupted signature': { signature: 'damaged' },
  'no signature': { signature: 'none' },
  'the signature of a foreign key': { signature: 'foreign-key' },
  'an unknown key id': { signature: 'unknown-kid' },
}

/** Returns `claims` with the invalid claims applied. */
export function applyClaimLies(claims: Claims, { claims: lie = {} }: Lies): Claims {
  const entries = Object.entries({ ...claims, ...lie }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

/** Returns the response of an endpoint with its lie applied. */
export async function respondWithLie(
  lie: Lie | undefined,
  answer: () => Promise<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (typeof lie === 'string') return failures[lie](signal)
  const result = await (lie ? lie(await answer()) : answer())
  return result instanceof Response ? result : Response.json(result)
}

function getSecondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}

function waitForAbort(signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Streams a JSON string that never ends. */
function createEndlessStream(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let chunk = encoder.encode('{"pad":"')
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk)
      chunk = encoder.encode('x'.repeat(65_536))
    },
  })
}
