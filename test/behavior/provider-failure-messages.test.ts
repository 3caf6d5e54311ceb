import { describe, expect, test } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, type Lies } from '../support/malicious-provider.js'

interface FailureCase {
  readonly lies: Lies
  readonly message: RegExp
  readonly details: Readonly<Record<string, unknown>>
}

const now = () => Math.floor(Date.now() / 1000)
const rejectWith = (error: string) => () => Response.json({ error }, { status: 401 })

/** What the log says about failures at the provider "op": the step, the reason, the fix, and the details as fields. */
const failures: Record<string, () => FailureCase> = {
  'a wrong client secret': () => ({
    lies: { token: rejectWith('invalid_client') },
    message:
      /^The token request of provider "op" at https:\/\/op\.example failed: the provider returned the error "invalid_client"\. Check `clientId` \(AUTH_OP_ID\) and `clientSecret` \(AUTH_OP_SECRET\)/,
    details: { step: 'token request', origin: 'https://op.example', code: 'invalid_client' },
  }),
  'a redirect URI that is not registered': () => ({
    lies: { token: rejectWith('redirect_uri_mismatch') },
    message: /"redirect_uri_mismatch"\. Register the callback URL/,
    details: { step: 'token request', code: 'redirect_uri_mismatch' },
  }),
  'a clock of the provider that is ahead': () => ({
    lies: { claims: { nbf: now() + 300, iat: now() + 300 } },
    message: /`(nbf|iat)` is (299|300|301) seconds after the time of this server\. Synchronize the clock/,
    details: { code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' },
  }),
  'an ID token that has expired': () => ({
    lies: { claims: { exp: now() - 120 } },
    message: /`exp` is (119|120|121) seconds before the time of this server\. Synchronize the clock/,
    details: { code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' },
  }),
  'an ID token for another client': () => ({
    lies: { claims: { aud: 'another-client' } },
    message: /\(audience\) claim value\. The token is for another client\. Check `clientId` \(AUTH_OP_ID\)/,
    details: { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' },
  }),
  'an ID token of another issuer': () => ({
    lies: { claims: { iss: 'https://elsewhere.example' } },
    message: /\(issuer\) claim value\. The token is of another issuer\. Check `issuer` \(AUTH_OP_ISSUER\)/,
    details: { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' },
  }),
  'a key that the provider does not publish': () => ({
    lies: { signature: 'unknown-kid' },
    message:
      /^The ID token verification of provider "op" at https:\/\/op\.example failed: .*publishes no key for the key id "never-published" .*Check `issuer`/,
    details: { step: 'ID token verification', code: 'OAUTH_KEY_SELECTION_FAILED' },
  }),
  'an error of the token endpoint': () => ({
    lies: { token: 'status-500' },
    message: /^The token request of provider "op" at https:\/\/op\.example failed: .*status 500/,
    details: { step: 'token request', code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' },
  }),
  'a token endpoint that times out': () => ({
    lies: { token: () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError')) },
    message:
      /^The token request of provider "op" failed: The request to https:\/\/op\.example failed: .* did not respond within ten seconds/,
    details: { step: 'token request', origin: 'https://op.example' },
  }),
}

describe('the log of a failed callback', () => {
  test.each(Object.entries(failures))('names the cause and the fix of %s', async (_, create) => {
    const { lies, message, details } = create()
    const { op, open, log } = createTestApp({ op: createMaliciousProvider() })
    op.lies = lies
    await runRoundTrip(open(), op)
    expect(log.types()).toEqual(['CallbackRouteError'])
    expect(log.errors[0]?.message).toMatch(message)
    expect(log.errors[0]?.cause).toMatchObject({ provider: 'op', ...details })
  })

  test('names the userinfo request', async () => {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({ op, providers: [op.provider({ idToken: false })] })
    op.lies = { userinfo: 'status-401' }
    await runRoundTrip(open(), op)
    expect(log.errors[0]?.message).toMatch(
      /^The userinfo request of provider "op" at https:\/\/op\.example failed: the provider rejected the request with status 401/,
    )
  })
})

test('the log of a failed discovery names the step and the fix', async () => {
  const { op, open, log } = createTestApp({ op: createMaliciousProvider() })
  op.lies = { discovery: 'down' }
  await open().signIn('op')
  expect(log.errors[0]?.message).toMatch(
    /^The discovery of provider "op" failed: The request to https:\/\/op\.example/,
  )
  expect(log.errors[0]?.cause).toMatchObject({
    step: 'discovery',
    origin: 'https://op.example',
    provider: 'op',
  })
})
