import { expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'
import type { VendorFixture } from '../support/vendor/fixture.js'

const fixture = fixtures.find(({ provider }) => provider === 'fusionauth')
if (!fixture?.discovery || !fixture.idToken) throw new Error('There is no fixture of FusionAuth.')
const { discovery, idToken, options, authorization } = fixture
const { issuer } = options
const { tenantId: tenant, ...params } = authorization.params

/** A server that was installed and never configured any further. */
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

/** To the server and back: where the visitor ends up, and what is wrong with what the app asked. */
async function visit(server: VendorFixture) {
  const { vendor, provider } = await meet(server)
  const app = makeApp({ providers: [provider] })
  const visitor = app.open()
  const away = leadsTo(await visitor.signIn(provider.id, {}, { headers: {} })) ?? ''
  if (!away.startsWith(server.authorization.url)) return { end: away, away, faults: vendor.faults }
  const { url } = vendor.answer(new URL(away))
  const end = leadsTo(await visitor.get(url, { from: new URL(away).origin }))
  return { end, away, faults: vendor.faults }
}

test('a server with one tenant that still has its first issuer is good, where the app says what it is called', async () => {
  const server = { ...fresh, options: { ...fresh.options, issuers: ['acme.com'] } }
  expect(await visit(server)).toMatchObject({ end: origin, faults: [] })
})

test('a server that is called otherwise than the app says signs nobody in', async () => {
  const { end } = await visit(fresh)
  expect(end).toContain(`${origin}/auth/`)
  expect(end).toContain('error=')
})

test('an app that asks for more keeps its tenant', async () => {
  const more = { authorization: { params: { idp_hint: 'staff' } } }
  const { end, away, faults } = await visit({ ...fixture, options: { ...options, ...more } })
  expect({ end, faults }).toEqual({ end: origin, faults: [] })
  expect(new URL(away).searchParams.get('tenantId')).toBe(tenant)
  expect(new URL(away).searchParams.get('idp_hint')).toBe('staff')
})
