import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { type AuthConfig, customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import type { ClientAuthMethod } from '../../src/testing/provider/client.js'
import type { Algorithm } from '../../src/testing/provider/keys.js'
import { createTappedAdapter, createTestApp, getLocation, origin, sessionCookie } from './app.js'
import {
  type BackChannelEndpoint,
  type Choice,
  createMaliciousProvider,
  type Lies,
  type MaliciousProvider,
} from './malicious-provider.js'
import type { Visitor } from './visitor.js'

/** How the provider returns the authorization response. */
export type ResponseMode = 'query' | 'form_post'
/** Every client authentication method of Latchkey. */
export type AuthMethod = ClientAuthMethod | 'client_secret_jwt' | 'private_key_jwt'

export const responseModes: readonly ResponseMode[] = ['query', 'form_post']
const authMethods: readonly AuthMethod[] = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
]

/** Every response mode with every client authentication method. */
export const combinations = responseModes.flatMap(mode => authMethods.map(method => ({ mode, method })))

/** What a provider does, as data. */
export interface ProviderBehavior {
  /** @default a new provider */
  readonly op?: MaliciousProvider
  readonly lies?: Lies
  /** @default 'RS256' */
  readonly alg?: Algorithm
  /** Changes the provider before the sign-in starts. */
  readonly arrange?: (op: MaliciousProvider) => void | Promise<void>
  readonly choice?: Choice
  /** Overrides of the provider in the configuration of the app. */
  readonly options?: object
  readonly config?: Partial<AuthConfig>
}

/** A behavior for which the sign-in must be rejected. */
export interface RejectedBehavior extends ProviderBehavior {
  /** Matches the message of the logged error. */
  readonly cause: RegExp
  /** The endpoints that the app requests, in order. */
  readonly requests: readonly BackChannelEndpoint[]
}

/** The arguments of the adapter call that stores a new user. */
export interface StoredAccount {
  readonly user: unknown
  readonly account: unknown
}

const idTokenRequests: readonly BackChannelEndpoint[] = ['discovery', 'token']

/** The requests of a sign-in that stops at the claims of the ID token. */
export function rejectClaims(claims: Lies['claims'] & object, cause: RegExp): RejectedBehavior {
  return { lies: { claims }, cause, requests: idTokenRequests }
}

/** Starts a sign-in and returns the response of the callback, or that of the start if it does not redirect to the provider. */
export async function runSignIn(
  behavior: ProviderBehavior,
  responseMode: ResponseMode,
  authMethod: AuthMethod = 'client_secret_basic',
) {
  const { alg = 'RS256' } = behavior
  const op = behavior.op ?? createMaliciousProvider({ alg, authMethod: toOwnMethod(authMethod) })
  op.lies = behavior.lies ?? {}
  await behavior.arrange?.(op)
  const stored: StoredAccount[] = []
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), (method, [user, account]) => {
    if (method === 'createUserWithAccount') stored.push({ user, account })
  })
  const provider = op.provider({
    authorization: { params: { response_mode: responseMode } },
    ...(await createClientOptions(op, authMethod)),
    ...behavior.options,
  })
  const { open, log } = createTestApp({ op, adapter, providers: [provider], ...behavior.config })
  const visit = open()
  const away = await visit.signIn('op')
  const isStarted = getLocation(away)?.startsWith(op.endpoints.authorize)
  const response = isStarted
    ? await sendAuthorizationResponse(
        visit,
        op.authorize(visit.getLocation(away), behavior.choice),
        responseMode,
      )
    : away
  return { op, visit, log, calls, stored, response }
}

/** Sends the authorization response in the browser: as a redirect, or as a form of the provider's page. */
export function sendAuthorizationResponse(
  visit: Visitor,
  back: URL,
  responseMode: ResponseMode,
): Promise<Response> {
  const from = 'https://op.example'
  if (responseMode === 'query') return visit.get(back, { from })
  return visit.post(back.origin + back.pathname, back.searchParams, { from })
}

/** Asserts that the sign-in is rejected: no session cookie, no adapter call, and one logged error that names the cause. */
export async function expectRejected(behavior: RejectedBehavior, responseMode: ResponseMode) {
  const result = await runSignIn(behavior, responseMode)
  const { op, visit, log, calls, response } = result
  expect(getLocation(response)).toMatch(new RegExp(`^${origin}/auth/(error|signin)\\?error=\\w+$`))
  expect(visit.jar.cookies().map(({ name }) => name)).not.toContain(sessionCookie)
  expect(await visit.getSession()).toBeNull()
  expect(calls).toEqual([])
  expect(log.errors).toHaveLength(1)
  expect(log.errors[0]?.message).toMatch(behavior.cause)
  expect(op.listRequestedEndpoints()).toEqual(behavior.requests)
  return result
}

/** Asserts that the user is signed in and stored. Returns the result for further assertions. */
export async function expectAccepted(
  behavior: ProviderBehavior,
  responseMode: ResponseMode,
  authMethod?: AuthMethod,
) {
  const result = await runSignIn(behavior, responseMode, authMethod)
  expect(result.log.errors).toEqual([])
  expect(getLocation(result.response)).toBe(origin)
  expect(await result.visit.getSession()).toMatchObject({ user: { name: expect.any(String) } })
  expect(result.calls).toContain('createUserWithAccount')
  return result
}

/** Registers a test per behavior and response mode, with the name of the behavior as its title. */
export function testRejected(behaviors: Readonly<Record<string, RejectedBehavior>>): void {
  describe.each(responseModes)('is rejected with response_mode %s:', responseMode => {
    test.each(Object.entries(behaviors))('%s', async (_, behavior) => {
      await expectRejected(behavior, responseMode)
    })
  })
}

/** Registers a test per behavior, response mode and client authentication method. */
export function testAccepted(behaviors: Readonly<Record<string, ProviderBehavior>>): void {
  describe.each(combinations)('is accepted with response_mode $mode and $method:', ({ mode, method }) => {
    test.each(Object.entries(behaviors))('%s', async (_, behavior) => {
      await expectAccepted(behavior, mode, method)
    })
  })
}

/** The provider in memory does not verify assertions, so {@link createAssertionFetch} does, and then sends the secret. */
function toOwnMethod(method: AuthMethod): ClientAuthMethod {
  return method === 'client_secret_jwt' || method === 'private_key_jwt' ? 'client_secret_post' : method
}

async function createClientOptions(op: MaliciousProvider, method: AuthMethod): Promise<object> {
  const client = { token_endpoint_auth_method: method, id_token_signed_response_alg: op.alg }
  if (method === 'client_secret_jwt') {
    const key = new TextEncoder().encode(op.clientSecret)
    return { client, [customFetch]: createAssertionFetch(op, key) }
  }
  if (method !== 'private_key_jwt') return { client }
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    client: { ...client, token_endpoint_auth_signing_alg: 'ES256' },
    clientSecret: undefined,
    token: { clientPrivateKey: await exportPKCS8(privateKey) },
    [customFetch]: createAssertionFetch(op, publicKey),
  }
}

const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Verifies the client assertion of a token request (RFC 7523 section 3) and replaces it by the client secret. */
function createAssertionFetch(op: MaliciousProvider, key: CryptoKey | Uint8Array): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (request.url !== op.endpoints.token) return op.fetch(input, init)
    const { signal } = request
    const { headers, body } = await replaceAssertion(op, key, request)
    return op.fetch(request.url, { method: 'POST', headers, body, signal })
  }
}

async function replaceAssertion(op: MaliciousProvider, key: CryptoKey | Uint8Array, request: Request) {
  const body = new URLSearchParams(await request.text())
  const isComplete = body.get('client_assertion_type') === jwtBearer && !body.has('client_secret')
  if (!isComplete) throw new Error('The token request has no client assertion.')
  await jwtVerify(body.get('client_assertion') ?? '', key, {
    issuer: op.clientId,
    subject: op.clientId,
    audience: [op.issuer, op.endpoints.token],
    requiredClaims: ['exp', 'jti'],
  })
  body.delete('client_assertion')
  body.delete('client_assertion_type')
  body.set('client_id', op.clientId)
  body.set('client_secret', op.clientSecret)
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return { headers, body }
}
