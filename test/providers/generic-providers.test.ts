import { customFetch } from 'latchkey'
import OAuth from 'latchkey/providers/oauth'
import OIDC from 'latchkey/providers/oidc'
import { expect, test } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { fixtures } from '../support/vendor/fixtures.js'

test('the generic OIDC provider requires only an issuer', async () => {
  const op = createMaliciousProvider()
  const { issuer, clientId, clientSecret, [customFetch]: network } = op.provider()
  const provider = OIDC({ id: 'op', issuer, clientId, clientSecret, [customFetch]: network })
  const visit = createTestApp({ op, providers: [provider] }).open()
  await runRoundTrip(visit, op)
  expect(await visit.getSession()).toMatchObject({ user: { name: 'Grace Hopper' } })
})

test('the generic OAuth provider requires only its three endpoints', async () => {
  const op = createMaliciousProvider()
  const provider = OAuth({ ...op.plainProvider(), id: 'plain' })
  const visit = createTestApp({ op, providers: [provider] }).open()
  await runRoundTrip(visit, op, { provider: 'plain' })
  expect(await visit.getSession()).toMatchObject({ user: { name: 'Grace Hopper' } })
})

/** Providers whose fixture must have an independent source. */
const mostUsed = [
  ...['google', 'github', 'apple', 'facebook', 'microsoft-entra-id', 'azure-ad-b2c', 'twitter', 'discord'],
  ...[
    'linkedin',
    'slack',
    'spotify',
    'twitch',
    'gitlab',
    'bitbucket',
    'okta',
    'auth0',
    'keycloak',
    'cognito',
  ],
  ...['zoom', 'notion', 'atlassian', 'dropbox', 'reddit', 'instagram', 'tiktok', 'line', 'kakao', 'naver'],
  ...['salesforce', 'yandex'],
]

test.each(mostUsed)('the fixture of %s has an independent source', module => {
  const fixture = fixtures.find(({ provider }) => provider === module)
  expect(fixture?.source).toMatch(/^(vendor|library)$/)
  expect(fixture?.sources).not.toEqual([])
})
