import type { Claims } from '../../../src/testing/provider/keys.js'
import type { Endpoint } from '../../../src/testing/provider/protocol.js'

/** Answers that no client should take. `slow` never comes; `down` is a refused connection. */
export type Failure = keyof typeof failures

/** An answer is left alone, replaced by a failure, or rewritten: into other JSON, or into any `Response`. */
export type Lie = Failure | ((answer: Record<string, unknown>) => Record<string, unknown> | Response)

/** How an ID token can be signed wrongly. */
export type SignatureLie = 'damaged' | 'none' | 'foreign-key' | 'unknown-kid' | 'no-kid'

/** What is wrong with the provider. Change it at any time; an empty object is an honest provider. */
export interface Lies extends Partial<Record<Endpoint, Lie>> {
  /** Claims that replace those of the ID token; `undefined` removes one. */
  claims?: Record<string, unknown>
  signature?: SignatureLie
  /** Edits what the visitor brings back: drop `state`, say another `iss`, repeat `code`. */
  authorization?: (answer: URLSearchParams) => void
}

/** Every failure as an answer. */
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

/** ID tokens to refuse, by what is wrong with them. */
export const badIdTokens: Record<string, Lies> = {
  'another issuer': { claims: { iss: 'https://elsewhere.example' } },
  'another audience': { claims: { aud: 'somebody-else' } },
  'another authorized party': { claims: { azp: 'somebody-else' } },
  'no audience': { claims: { aud: undefined } },
  'several audiences, no authorized party': { claims: { aud: ['app', 'somebody-else'] } },
  'no subject': { claims: { sub: undefined } },
  'an empty subject': { claims: { sub: '' } },
  'a numeric subject': { claims: { sub: 42 } },
  'another nonce': { claims: { nonce: 'not-the-one' } },
  'no issue time': { claims: { iat: undefined } },
  'issued tomorrow': { claims: { iat: getSecondsFromNow(86_400) } },
  'no expiry': { claims: { exp: undefined } },
  'expired yesterday': { claims: { exp: getSecondsFromNow(-86_400) } },
  'an expiry that is text': { claims: { exp: 'tomorrow' } },
  'valid from tomorrow': { claims: { nbf: getSecondsFromNow(86_400) } },
  'the hash of another access token': { claims: { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  'a damaged signature': { signature: 'damaged' },
  'no signature': { signature: 'none' },
  'the signature of a foreign key': { signature: 'foreign-key' },
  'an unknown key id': { signature: 'unknown-kid' },
}

/** `claims` with those of the lie in their place. */
export function applyClaimLies(claims: Claims, { claims: lie = {} }: Lies): Claims {
  const twisted = Object.entries({ ...claims, ...lie }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(twisted)
}

/** The answer of an endpoint, through its lie. */
export async function respondWithLie(
  lie: Lie | undefined,
  answer: () => Promise<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (typeof lie === 'string') return failures[lie](signal)
  const told = lie ? lie(await answer()) : await answer()
  return told instanceof Response ? told : Response.json(told)
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

/** JSON that opens a string and never closes it. */
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
