import { expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

const fixture = fixtures.find(({ provider }) => provider === 'fusionauth')
if (!fixture?.discovery || !fixture.idToken) throw new Error('FusionAuth has no fixture.')
const { discovery, idToken, options, authorization } = fixture
const { issuer } = options
const { tenantId: tenant, ...params } = authorization.params

/** A FusionAuth server with default settings. */
const fresh: VendorFixture = {
  ...fixture,
  options: { issuer },
  authorization: { ...authorization, params, absent: ['tenantId'] },
  discovery: {
    url: discovery.url.replace(/\?.*/, ''),
    document: { ...discovery.document, issuer: 'acme.com' },
  },
  idToken: { alg: 'HS256', claims: { ...idToken.claims, iss: 'acme.com' } },
}

/** Runs a sign-in and returns the final redirect, the authorization URL and the invalid requests of the app. */
async function visit(server: VendorFixture) {
  const { vendor, provider } = await createVendor(server)
  const app = createTestApp({ providers: [provider] })
  const visitor = app.open()
  const away = getLocation(await visitor.signIn(provider.id, {}, { headers: {} })) ?? ''
  if (!away.startsWith(server.authorization.url)) return { end: away, away, faults: vendor.faults }
  const { url } = vendor.authorize(new URL(away))
  const end = getLocation(await visitor.get(url, { from: new URL(away).origin }))
  return { end, away, faults: vendor.faults }
}

test('the default issuer of a single-tenant server is accepted if it is listed in `acceptedIssuers`', async () => {
  const server = { ...fresh, options: { ...fresh.options, acceptedIssuers: ['acme.com'] } }
  expect(await visit(server)).toMatchObject({ end: origin, faults: [] })
})

test('a server with another issuer than configured is rejected', async () => {
  const { end } = await visit(fresh)
  expect(end).toContain(`${origin}/auth/`)
  expect(end).toContain('error=')
})

test('additional authorization parameters do not remove the tenant id', async () => {
  const more = { authorization: { params: { idp_hint: 'staff' } } }
  const { end, away, faults } = await visit({ ...fixture, options: { ...options, ...more } })
  expect({ end, faults }).toEqual({ end: origin, faults: [] })
  expect(new URL(away).searchParams.get('tenantId')).toBe(tenant)
  expect(new URL(away).searchParams.get('idp_hint')).toBe('staff')
})
