import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { mergeProvider, resolveProvider } from '../../src/config/resolve-provider.js'
import type { ResolvedOAuthProvider } from '../../src/types/resolved-provider.js'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

/** Where a provider names its issuer. */
interface IssuerNames {
  readonly discovery: string
  readonly idToken: string
  /** The parameter of RFC 9207; null if the response does not have it. */
  readonly response: string | null
}

const elsewhere = 'https://elsewhere.example'

/** Returns every way in which a provider can name two issuers in three places. */
function listCombinations(names: readonly string[]): readonly IssuerNames[] {
  return names.flatMap(discovery =>
    names.flatMap(idToken => [...names, null].map(response => ({ discovery, idToken, response }))),
  )
}

/** Returns the ways in which one place names an issuer of another provider. */
function listForeignCombinations(names: readonly string[]): readonly IssuerNames[] {
  return names.flatMap(name => [
    { discovery: elsewhere, idToken: name, response: null },
    { discovery: name, idToken: elsewhere, response: null },
    { discovery: name, idToken: name, response: elsewhere },
    { discovery: name, idToken: elsewhere, response: elsewhere },
  ])
}

async function signInAtVendor(fixture: VendorFixture, names: IssuerNames) {
  const { discovery, idToken } = fixture
  if (!discovery || !idToken) throw new Error(`${fixture.provider} has no discovery document or ID token.`)
  const document = { ...discovery.document, issuer: names.discovery }
  const { vendor, provider } = await createVendor({ ...fixture, discovery: { ...discovery, document } })
  vendor.lies.claims = { iss: names.idToken }
  const { open, log } = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
  const visit = open()
  const away = await visit.signIn(provider.id)
  if (log.errors.length > 0) return { session: null, log }
  const { method, url, form } = vendor.authorize(visit.getLocation(away))
  const params = method === 'POST' ? form : url.searchParams
  if (names.response !== null) params.set('iss', names.response)
  const from = visit.getLocation(away).origin
  if (method === 'POST') await visit.post(url.href, form, { from })
  else await visit.get(url, { from })
  return { session: await visit.getSession(), log }
}

async function describeProvider(fixture: VendorFixture) {
  const { provider } = await createVendor(fixture)
  const resolved = resolveProvider(mergeProvider(provider)) as ResolvedOAuthProvider
  const { issuer = '', acceptedIssuers, authorization, token } = resolved
  const accepted = acceptedIssuers === 'same-origin' ? [] : acceptedIssuers
  const isDiscoveryOptional = Boolean(authorization && token.url)
  return { id: fixture.provider, fixture, names: [...new Set([issuer, ...accepted])], isDiscoveryOptional }
}

const providersWithIssuers = await Promise.all(
  fixtures
    .filter(({ type, discovery, idToken }) => type === 'oidc' && discovery && idToken)
    .map(describeProvider),
)

describe.each(providersWithIssuers.filter(({ names }) => names.length > 1))(
  'provider $id with several issuers',
  ({ fixture, names, isDiscoveryOptional }) => {
    test.each(listCombinations(names))(
      'signs in: discovery $discovery, ID token $idToken, response $response',
      async combination => {
        const { session, log } = await signInAtVendor(fixture, combination)
        expect(log.errors.map(String)).toEqual([])
        expect(session).not.toBeNull()
      },
    )

    // A foreign document is left out if the configured endpoints suffice.
    const foreign = listForeignCombinations(names)
    test.each(foreign.filter(({ discovery }) => discovery !== elsewhere || !isDiscoveryOptional))(
      'rejects another issuer: discovery $discovery, ID token $idToken, response $response',
      async combination => {
        const { session, log } = await signInAtVendor(fixture, combination)
        expect(session).toBeNull()
        expect(log.errors).toHaveLength(1)
      },
    )
  },
)

test('the registry has providers with several issuers', () => {
  const ids = providersWithIssuers.filter(({ names }) => names.length > 1).map(({ id }) => id)
  expect(ids).toEqual(
    expect.arrayContaining(['apple', 'asgardeo', 'auth0', 'bankid-no', 'google', 'onelogin']),
  )
})

describe('Microsoft', () => {
  const at = 'https://login.microsoftonline.com'
  const acme = '72f988bf-0000-4000-8000-2d7cd011db47'
  const template = `${at}/{tenantid}/v2.0`
  const own = `${at}/${acme}/v2.0`

  function readFixture(tenant: string): VendorFixture {
    const found = fixtures.find(({ provider }) => provider === 'microsoft-entra-id')
    const text = JSON.stringify(found).replaceAll(`${at}/common/`, `${at}/${tenant}/`)
    const fixture = JSON.parse(text) as VendorFixture
    return { ...fixture, options: { ...fixture.options, issuer: `${at}/${tenant}/v2.0` } }
  }

  test.each([
    ['common', template],
    ['organizations', template],
    [acme, own],
    [acme, template],
  ])('tenant %s, discovery %s: the response names the issuer of the user', async (tenant, discovery) => {
    for (const response of [own, null]) {
      const { session, log } = await signInAtVendor(readFixture(tenant), {
        discovery,
        idToken: own,
        response,
      })
      expect(log.errors.map(String)).toEqual([])
      expect(session).not.toBeNull()
    }
  })

  test.each([
    elsewhere,
    `${at}/${acme}/v1.0`,
    `${at}/../${acme}/v2.0`,
    `${at}/${acme}/x/v2.0`,
    `https://evil.example/${acme}/v2.0`,
    `${own}/`,
  ])('a response that names %s is rejected', async response => {
    const names = { discovery: template, idToken: own, response }
    const { session, log } = await signInAtVendor(readFixture('common'), names)
    expect(session).toBeNull()
    expect(log.errors).toHaveLength(1)
  })
})

describe('a provider of the app', () => {
  const configured = 'https://op.example'
  const other = 'https://login.op.example'

  async function signIn(names: IssuerNames, options: object, isResponseIssuerRequired = false) {
    const op = createMaliciousProvider({ issuer: configured })
    op.lies = {
      discovery: document => ({
        ...document,
        issuer: names.discovery,
        authorization_response_iss_parameter_supported: isResponseIssuerRequired,
      }),
      claims: { iss: names.idToken },
      authorization: params => {
        params.delete('iss')
        if (names.response !== null) params.set('iss', names.response)
      },
    }
    const { open, log } = createTestApp({ op, providers: [op.provider(options)] })
    const visit = open()
    await runRoundTrip(visit, op).catch(() => {})
    return { session: await visit.getSession(), log }
  }

  const options = { acceptedIssuers: [other] }

  test.each(listCombinations([configured, other]))(
    'signs in: discovery $discovery, ID token $idToken, response $response',
    async names => {
      const { session, log } = await signIn(names, options)
      expect(log.errors.map(String)).toEqual([])
      expect(session).not.toBeNull()
    },
  )

  test.each(listForeignCombinations([configured, other]))(
    'rejects another issuer: discovery $discovery, ID token $idToken, response $response',
    async names => {
      const { session, log } = await signIn(names, options)
      expect(session).toBeNull()
      expect(log.errors).toHaveLength(1)
    },
  )

  test.each([configured, other])('with RFC 9207, %s needs `iss` in the response', async name => {
    const { session } = await signIn({ discovery: name, idToken: name, response: null }, options, true)
    expect(session).toBeNull()
  })

  test('without `acceptedIssuers`, only the configured issuer counts', async () => {
    for (const names of listCombinations([configured, other])) {
      const { session } = await signIn(names, {})
      const isConfigured = [names.discovery, names.idToken, names.response ?? configured].every(
        name => name === configured,
      )
      expect([names, session !== null]).toEqual([names, isConfigured])
    }
  })

  test('without endpoints from discovery, accepted issuers count in the response too', async () => {
    for (const response of [configured, other, null]) {
      const op = createMaliciousProvider({ issuer: configured })
      const { authorize: authorization, token, jwks: jwks_endpoint } = op.endpoints
      const { session } = await signIn(
        { discovery: configured, idToken: other, response },
        { ...options, authorization, token, jwks_endpoint },
      )
      expect(session).not.toBeNull()
    }
  })
})
