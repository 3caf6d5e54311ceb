import { customFetch } from 'latchkey'
import OAuth from 'latchkey/providers/oauth'
import OIDC from 'latchkey/providers/oidc'
import { expect, test } from 'vitest'
import { makeApp, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'
import { fixtures } from '../support/vendor/catalogue.js'

test('any OpenID provider signs people in by its issuer', async () => {
  const op = lyingProvider()
  const { issuer, clientId, clientSecret, [customFetch]: network } = op.provider()
  const provider = OIDC({ id: 'op', issuer, clientId, clientSecret, [customFetch]: network })
  const visit = makeApp({ op, providers: [provider] }).open()
  await roundTrip(visit, op)
  expect(await visit.session()).toMatchObject({ user: { name: 'Grace Hopper' } })
})

test('any OAuth provider signs people in by its three endpoints', async () => {
  const op = lyingProvider()
  const provider = OAuth({ ...op.plainProvider(), id: 'plain' })
  const visit = makeApp({ op, providers: [provider] }).open()
  await roundTrip(visit, op, { provider: 'plain' })
  expect(await visit.session()).toMatchObject({ user: { name: 'Grace Hopper' } })
})

/** Of whom no fixture may be made up. */
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

test.each(mostUsed)('%s is played from a source of its own', module => {
  const fixture = fixtures.find(({ provider }) => provider === module)
  expect(fixture?.source).toMatch(/^(vendor|library)$/)
  expect(fixture?.sources).not.toEqual([])
})
