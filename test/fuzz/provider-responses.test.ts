import fc from 'fast-check'
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import { customFetch } from 'latchkey'
import type { OIDCConfig } from 'latchkey/providers'
import { expect } from 'vitest'
import type { Untyped } from '../../src/types/untyped.js'
import { completeRoundTrip, createTestApp } from '../support/app.js'
import { createMaliciousProvider, type Lies } from '../support/malicious-provider.js'
import { unusualJson, unusualText } from './arbitraries.js'
import { describeFuzzTarget } from './fuzz-target.js'

/** A change of a response. Without a value, the field is removed. `body` replaces the whole response. */
interface Change {
  readonly part: 'discovery' | 'jwks' | 'token' | 'claims' | 'authorization' | 'userinfo'
  readonly field: string
  readonly value?: unknown
}

interface ProviderInput {
  readonly changes: readonly Change[]
  readonly signature?: NonNullable<Lies['signature']>
}

/** Options of the provider in the configuration of the app. */
type Subject = Partial<OIDCConfig<Untyped>>

/** The responses by path, as the provider sent them. */
type Responses = ReadonlyMap<string, Record<string, unknown>>

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function changeRecord(record: Record<string, unknown>, changes: readonly Change[]): Record<string, unknown> {
  const entries = changes.map(({ field, value }): [string, unknown] => [field, value])
  return Object.fromEntries(
    Object.entries({ ...record, ...Object.fromEntries(entries) }).filter(([, value]) => value !== undefined),
  )
}

function createLies({ changes, signature }: ProviderInput): Lies {
  const select = (part: Change['part']) => changes.filter(change => change.part === part)
  const respond = (part: Change['part']) => (answer: Record<string, unknown>) => {
    const body = select(part).find(({ field }) => field === 'body')
    return body
      ? new Response(String(body.value), { headers: { 'content-type': 'application/json' } })
      : changeRecord(answer, select(part))
  }
  return {
    ...(signature && { signature }),
    claims: Object.fromEntries(select('claims').map(({ field, value }) => [field, value])),
    discovery: respond('discovery'),
    jwks: answer => {
      const keys = Array.isArray(answer['keys'])
        ? answer['keys'].map(key => changeRecord(toRecord(key), select('jwks')))
        : []
      return select('jwks').some(({ field }) => field === 'body') ? respond('jwks')(answer) : { keys }
    },
    token: respond('token'),
    userinfo: respond('userinfo'),
    authorization: params => {
      for (const { field, value } of select('authorization'))
        if (value === undefined) params.delete(field)
        else params.set(field, typeof value === 'string' ? value : JSON.stringify(value))
    },
  }
}

async function parseJson(response: Response): Promise<Record<string, unknown>> {
  return toRecord(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
}

/** Returns the keys. A `key_ops` of null restricts nothing, but jose does not import such a key. */
function listKeys(jwks: Record<string, unknown> = {}): JWK[] {
  const keys: unknown[] = Array.isArray(jwks['keys']) ? jwks['keys'] : []
  return keys.map(key => {
    const { key_ops: operations, ...rest } = toRecord(key)
    return operations === null ? rest : toRecord(key)
  })
}

/** The model: whether a client may accept the responses, decided with another library. Returns the claims, or null. */
async function verifyResponses(responses: Responses, asked: URLSearchParams, returned: URLSearchParams) {
  const [discovery, token, jwks] = ['/.well-known/openid-configuration', '/token', '/jwks'].map(
    path => responses.get(path) ?? {},
  )
  const idToken = token?.['id_token']
  const isResponseValid =
    discovery?.['issuer'] === issuer &&
    returned.get('state') === asked.get('state') &&
    (returned.get('iss') || issuer) === issuer &&
    // RFC 6749 section 3.1: a parameter without a value counts as omitted.
    !returned.get('error') &&
    typeof idToken === 'string' &&
    typeof token?.['access_token'] === 'string'
  if (!isResponseValid) return null
  const keys = createLocalJWKSet({ keys: listKeys(jwks) })
  const options = {
    issuer,
    audience: 'app',
    algorithms: ['ES256'],
    clockTolerance: 60,
    requiredClaims: ['exp', 'iat', 'sub'],
  }
  const { payload } = await jwtVerify(idToken, keys, options)
  const isForUser =
    typeof payload.sub === 'string' &&
    payload.sub !== '' &&
    // Without `checks: ['nonce']` a missing nonce is accepted, because PKCE protects the code.
    (payload['nonce'] === undefined || payload['nonce'] === asked.get('nonce'))
  return isForUser && (payload['azp'] ?? 'app') === 'app' ? payload : null
}

const issuer = 'https://op.example'

async function checkSignIn(options: Subject, input: ProviderInput): Promise<void> {
  const op = createMaliciousProvider({ alg: 'ES256' })
  op.lies = createLies(input)
  const responses = new Map<string, Record<string, unknown>>()
  const fetch: typeof globalThis.fetch = async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : String(target))
    expect(url.protocol, `a request to ${url}`).toBe('https:')
    const response = await op.fetch(target, init)
    responses.set(url.pathname, await parseJson(response))
    return response
  }
  const { open } = createTestApp({ op, providers: [op.provider({ ...options, [customFetch]: fetch })] })
  const visit = open()
  const away = await visit.signIn('op')
  const isUnchanged = input.changes.length === 0 && input.signature === undefined
  const start = visit.getLocation(away)
  if (start.origin + start.pathname !== op.endpoints.authorize) return expect(isUnchanged).toBe(false)
  let returned = new URLSearchParams()
  const keep = op.lies.authorization
  op.lies.authorization = params => {
    keep?.(params)
    returned = new URLSearchParams(params)
  }
  await completeRoundTrip(visit, op, away).catch((error: unknown) =>
    expect(String(error)).toContain('authorization request is invalid'),
  )
  const session = await visit.getSession()
  if (isUnchanged) expect(session).not.toBeNull()
  if (session === null) return
  const claims = await verifyResponses(responses, start.searchParams, returned).catch(() => null)
  expect(claims, 'a session from responses that the model rejects').not.toBeNull()
  // Emails are in lower case, and other values than texts are no emails.
  const email = claims?.['email']
  const expectedEmail = typeof email === 'string' && email !== '' ? email.toLowerCase() : null
  expect(toRecord(session['user'])['email'] ?? null).toBe(expectedEmail)
}

const fields: Readonly<Record<Change['part'], readonly string[]>> = {
  discovery: [
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'jwks_uri',
    'userinfo_endpoint',
    'id_token_signing_alg_values_supported',
    'authorization_response_iss_parameter_supported',
    'code_challenge_methods_supported',
    'body',
  ],
  jwks: ['kty', 'kid', 'alg', 'use', 'key_ops', 'crv', 'x', 'y', 'body'],
  token: ['access_token', 'token_type', 'id_token', 'expires_in', 'scope', 'error', 'refresh_token', 'body'],
  claims: [
    'iss',
    'aud',
    'azp',
    'sub',
    'exp',
    'iat',
    'nbf',
    'nonce',
    'at_hash',
    'auth_time',
    'email',
    'name',
    'email_verified',
    '__proto__',
  ],
  authorization: ['state', 'code', 'iss', 'error', 'response'],
  userinfo: ['sub', 'email', 'body'],
}
const parts: readonly Change['part'][] = ['discovery', 'jwks', 'token', 'claims', 'authorization', 'userinfo']
const likelyValue = fc.constantFrom<unknown>(
  'https://op.example',
  'https://op.example/',
  'http://op.example/token',
  'https://evil.example',
  'app',
  ['app'],
  ['app', 'evil'],
  'bearer',
  'DPoP',
  'N_A',
  'ES256',
  'none',
  'EC',
  'RSA',
  'sig',
  'enc',
  'P-256',
  4_102_444_800,
  946_684_800,
  '4102444800',
  'eyJhbGciOiJub25lIn0.e30.',
  '{',
  '[]',
)
const value = fc.oneof(likelyValue, unusualJson, unusualText)
const change: fc.Arbitrary<Change> = fc
  .constantFrom(...parts)
  .chain(part =>
    fc.record(
      { part: fc.constant(part), field: fc.constantFrom(...fields[part]), value },
      { requiredKeys: ['part', 'field'] },
    ),
  )
const signature = fc.constantFrom<NonNullable<Lies['signature']>>(
  'damaged',
  'none',
  'foreign-key',
  'unknown-kid',
  'no-kid',
  'no-kid-two-keys',
  'other-alg',
)

describeFuzzTarget<ProviderInput, Subject>({
  name: 'provider-responses',
  subject: {},
  input: fc.oneof(
    { weight: 9, arbitrary: fc.record({ changes: fc.array(change, { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ changes: fc.array(change, { maxLength: 1 }), signature }) },
  ),
  fullSize: 300_000,
  check: checkSignIn,
  faults: {
    'the ID token is ignored': { idToken: false },
    'the email of another claim is used': {
      profile: claims => ({ id: String(toRecord(claims)['sub']), email: String(toRecord(claims)['name']) }),
    },
  },
})
