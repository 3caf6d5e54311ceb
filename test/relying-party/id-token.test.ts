import { expect, test } from 'vitest'
import { expectCpuTime } from '../support/cpu-time.js'
import type { Lies } from '../support/malicious-provider.js'
import {
  expectAccepted,
  expectRejected,
  type RejectedBehavior,
  rejectClaims,
  responseModes,
  testAccepted,
  testRejected,
} from '../support/relying-party.js'

const now = Math.floor(Date.now() / 1000)
const oneDay = 86_400

function rejectSignature(lies: Lies, cause: RegExp, more: Partial<RejectedBehavior> = {}): RejectedBehavior {
  return { lies, cause, requests: ['discovery', 'token', 'jwks'], ...more }
}

testRejected({
  'RP-02 oidcc-client-test-invalid-iss: the issuer is another': rejectClaims(
    { iss: 'https://elsewhere.example' },
    /"iss" \(issuer\)/,
  ),
  'RP-04 oidcc-client-test-invalid-aud: the audience is another client': rejectClaims(
    { aud: 'another-client' },
    /"aud" \(audience\)/,
  ),
  'RP-05 oidcc-client-test-missing-iat: the issue time is missing': rejectClaims(
    { iat: undefined },
    /"iat" \(issued at\) claim missing/,
  ),
  'RP-10 oidcc-client-test-invalid-sig-rs256: the RS256 signature is damaged': rejectSignature(
    { signature: 'damaged' },
    /signature does not match/,
  ),
  'RP-13 oidcc-client-test-nonce-invalid: the nonce is another': rejectClaims(
    { nonce: 'another-nonce' },
    /"nonce" claim value/,
  ),
  'RP-23 oidcc-client-test-missing-aud: the audience is missing': rejectClaims(
    { aud: undefined },
    /"aud" \(audience\) claim missing/,
  ),
  'RP-24 oidcc-client-test-invalid-sig-hs256: the HS256 signature is damaged': rejectSignature(
    { signature: 'damaged' },
    /not signed with the client secret/,
    { alg: 'HS256', requests: ['discovery', 'token'] },
  ),
  'RP-25 oidcc-client-test-invalid-sig-es256: the ES256 signature is damaged': rejectSignature(
    { signature: 'damaged' },
    /signature does not match/,
    { alg: 'ES256' },
  ),
  'RP-26 oidcc-client-test-invalid-athash: the hash is that of another access token': rejectClaims(
    { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' },
    /`at_hash` that does not match/,
  ),
  'RP-07 oidcc-client-test-kid-absent-multiple-jwks: two keys fit a token without `kid`': rejectSignature(
    { signature: 'no-kid-two-keys' },
    /publishes 2 keys/,
  ),
  'FA-04 fapi2-security-profile-final-client-test-invalid-iss: the issuer differs by a slash': rejectClaims(
    { iss: 'https://op.example/' },
    /"iss" \(issuer\)/,
  ),
  'FA-06 fapi2-security-profile-final-client-test-invalid-secondary-aud: a second audience is unknown':
    rejectClaims({ aud: ['app', 'another-client'] }, /additional untrusted audiences/),
  'FA-08 fapi2-security-profile-final-client-test-invalid-null-alg: the algorithm is `none`': rejectSignature(
    { signature: 'none' },
    /"alg" header parameter/,
    { requests: ['discovery', 'token'] },
  ),
  'FA-09 fapi2-security-profile-final-client-test-invalid-alternate-alg: the algorithm is not the registered one':
    rejectSignature({ signature: 'other-alg' }, /"alg" header parameter/, {
      requests: ['discovery', 'token'],
    }),
  'FA-10 fapi2-security-profile-final-client-test-invalid-expired-exp: the token expired six minutes ago':
    rejectClaims({ exp: now - 360 }, /"exp" \(expiration time\)/),
  'FA-14 fapi2-security-profile-final-client-test-invalid-nonce: the nonce is another': rejectClaims(
    { nonce: 'another-nonce' },
    /"nonce" claim value/,
  ),
  'FA-15 fapi2-security-profile-final-client-test-invalid-missing-nonce: the nonce is missing': rejectClaims(
    { nonce: undefined },
    /"nonce" \(nonce\) claim missing/,
  ),
})

testAccepted({
  'RP-06 oidcc-client-test-kid-absent-single-jwks: the only key fits a token without `kid`': {
    lies: { signature: 'no-kid' },
  },
  'RP-08 oidcc-client-test-idtoken-sig-rs256: the token is signed with RS256': { alg: 'RS256' },
  'FA-07 fapi2-security-profile-final-client-test-valid-aud-as-array: the audience is a list of one': {
    lies: { claims: { aud: ['app'] } },
  },
})

const manyAudiences = Array.from({ length: 10_000 }, (_, index) => `app-${index}`)

testRejected({
  'OX-05: the authorized party is another client': rejectClaims(
    { azp: 'another-client' },
    /`azp` "another-client"/,
  ),
  'OX-05: ten thousand audiences with the client, and no authorized party': rejectClaims(
    { aud: ['app', ...manyAudiences] },
    /additional untrusted audiences/,
  ),
})

test.each(responseModes)(
  'OX-05: ten thousand other audiences are rejected within seconds (%s)',
  async mode => {
    await expectCpuTime(5_000, () =>
      expectRejected(rejectClaims({ aud: manyAudiences }, /"aud" \(audience\)/), mode),
    )
  },
)

testRejected({
  'OX-06: the token is valid from tomorrow': rejectClaims({ nbf: now + oneDay }, /"nbf" \(not before\)/),
  'OX-06: the token is valid in a minute': rejectClaims({ nbf: now + 60 }, /"nbf" \(not before\)/),
  'OX-06: the issue time is a minute ahead': rejectClaims(
    { iat: now + 60 },
    /`iat` \d+, which is more than 30 seconds/,
  ),
  'OX-06: the issue time is tomorrow': rejectClaims(
    { iat: now + oneDay },
    /`iat` \d+, which is more than 30 seconds/,
  ),
  'OX-06: the expiry is not a number': rejectClaims({ exp: Number.NaN }, /"exp" \(expiration time\)/),
  'OX-06: the expiry is text': rejectClaims({ exp: String(now + 300) }, /"exp" \(expiration time\)/),
  'OX-06: the expiry is negative': rejectClaims({ exp: -1 }, /"exp" \(expiration time\)/),
  'OX-06: the issue time is text': rejectClaims({ iat: String(now) }, /"iat" \(issued at\)/),
  'OX-06: the start is text': rejectClaims({ nbf: String(now) }, /"nbf" \(not before\)/),
})

testAccepted({
  'OX-06: the issue time is five seconds ahead': { lies: { claims: { iat: now + 5 } } },
  'OX-06: the token is valid in five seconds': { lies: { claims: { nbf: now + 5 } } },
})

test.each(responseModes)('OX-06: an expiry of 1e308 does not prolong the session (%s)', async mode => {
  const { visit } = await expectAccepted({ lies: { claims: { exp: 1e308 } } }, mode)
  const { expires } = (await visit.getSession()) ?? {}
  expect(Date.parse(String(expires))).toBeLessThan(Date.now() + 31 * oneDay * 1000)
})
