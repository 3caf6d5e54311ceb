import { expect, test } from 'vitest'
import type { Lies } from '../support/malicious-provider.js'
import {
  expectAccepted,
  type RejectedBehavior,
  responseModes,
  testRejected,
} from '../support/relying-party.js'

type TokenLie = NonNullable<Lies['token']>

function rejectTokens(token: TokenLie, cause: RegExp): RejectedBehavior {
  return { lies: { token }, cause, requests: ['discovery', 'token'] }
}

/** Signs in and returns the account that was stored. */
async function storeAccount(token: TokenLie, mode: (typeof responseModes)[number]) {
  const { stored } = await expectAccepted({ lies: { token } }, mode)
  return stored[0]?.account
}

test.each(responseModes)(
  'FA-20 fapi2-security-profile-final-client-test-token-endpoint-response-without-expires_in: the account has no expiry (%s)',
  async mode => {
    const account = await storeAccount(({ expires_in: _, ...answer }) => answer, mode)
    expect(account).toMatchObject({ access_token: expect.any(String) })
    expect(account).not.toHaveProperty('expires_at')
  },
)

testRejected({
  'OX-10: an error with status 200': rejectTokens('error-in-200', /invalid_request/),
  'OX-10: tokens with status 400': rejectTokens(
    answer => Response.json(answer, { status: 400 }),
    /not a conform Token Endpoint/,
  ),
  'OX-10: no token type': rejectTokens(({ token_type: _, ...answer }) => answer, /"token_type"/),
  'OX-10: the token type `mac`': rejectTokens(
    answer => ({ ...answer, token_type: 'mac' }),
    /unsupported `token_type`/,
  ),
  'OX-10: no access token': rejectTokens(({ access_token: _, ...answer }) => answer, /"access_token"/),
  'OX-10: an expiry that is text': rejectTokens(
    answer => ({ ...answer, expires_in: 'soon' }),
    /"expires_in"/,
  ),
})

test.each(responseModes)('OX-10: an empty refresh token is not stored (%s)', async mode => {
  const account = await storeAccount(answer => ({ ...answer, refresh_token: '' }), mode)
  expect(account).not.toHaveProperty('refresh_token')
})

test.each(responseModes)('OX-10: a narrower scope is stored as granted (%s)', async mode => {
  expect(await storeAccount(answer => ({ ...answer, scope: 'openid' }), mode)).toMatchObject({
    scope: 'openid',
  })
})

test.each(responseModes)('OX-10: only known members of the response are stored (%s)', async mode => {
  const extra = {
    id: 'x',
    userId: 'admin',
    provider: 'evil',
    providerAccountId: 'admin',
    type: 'email',
    isAdmin: true,
  }
  const account = await storeAccount(answer => ({ ...answer, ...extra }), mode)
  expect(account).toMatchObject({ provider: 'op', providerAccountId: 'grace-0001', type: 'oidc' })
  expect(account).not.toMatchObject({ userId: 'admin' })
  expect(account).not.toHaveProperty('id')
  expect(account).not.toHaveProperty('isAdmin')
})
