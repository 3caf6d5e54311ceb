import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import type { Vendor } from '../support/vendor/vendor.js'

/** A vendor's fixture with some texts replaced, as another customer of the vendor would see it. */
function fixtureOf(module: string, replaced: ReadonlyArray<readonly [string, string]> = []): VendorFixture {
  const found = fixtures.find(({ provider }) => provider === module)
  if (!found) throw new Error(`${module} has no fixture.`)
  const text = replaced.reduce((whole, [from, to]) => whole.replaceAll(from, to), JSON.stringify(found))
  return JSON.parse(text) as VendorFixture
}

interface Customer {
  readonly fixture: VendorFixture
  /** What the app has configured. */
  readonly issuer: string
  readonly claims?: Readonly<Record<string, unknown>>
}

async function arrive({ fixture, issuer, claims = {} }: Customer) {
  const { vendor, provider } = await meet({ ...fixture, options: { ...fixture.options, issuer } })
  vendor.lies.claims = claims
  const app = makeApp({ providers: [provider], adapter: MemoryAdapter() })
  const come = () => signIn(app.open(), vendor, provider.id)
  return { ...app, vendor, come }
}

async function signIn(visitor: ReturnType<ReturnType<typeof makeApp>['open']>, vendor: Vendor, id: string) {
  const away = await visitor.signIn(id)
  const location = new URL(leadsTo(away) ?? '', origin)
  if (location.origin === origin) return { way: location.href, session: null }
  const { url } = vendor.answer(location)
  const answer = await visitor.get(url, { from: location.origin })
  return { way: leadsTo(answer), session: await visitor.session() }
}

const accepts = async (customer: Customer) => {
  const { come, vendor, log } = await arrive(customer)
  const { session } = await come()
  expect(log.errors.map(String)).toEqual([])
  expect(vendor.faults).toEqual([])
  expect(session).not.toBeNull()
}

const refuses = async (customer: Customer) => {
  const { come, log } = await arrive(customer)
  const { session } = await come()
  expect(session).toBeNull()
  expect(log.errors).not.toEqual([])
}

describe('Microsoft Entra ID', () => {
  const at = 'https://login.microsoftonline.com'
  const acme = '72f988bf-0000-4000-8000-2d7cd011db47'
  const other = '11111111-2222-4333-8444-555555555555'
  const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const named = (tenant: string) => ({ tid: tenant, iss: `${at}/${tenant}/v2.0` })
  const entra = (tenant: string, issuer: string) =>
    fixtureOf('microsoft-entra-id', [
      [`${at}/common/`, `${at}/${tenant}/`],
      [`${at}/{tenantid}/v2.0`, issuer],
    ])
  const template = `${at}/{tenantid}/v2.0`

  test.each([acme, other, personal])('common lets anybody in: %s', async tenant => {
    await accepts({ fixture: entra('common', template), issuer: `${at}/common/v2.0`, claims: named(tenant) })
  })

  test.each([acme, other])('organizations lets every organisation in: %s', async tenant => {
    const fixture = entra('organizations', template)
    await accepts({ fixture, issuer: `${at}/organizations/v2.0`, claims: named(tenant) })
  })

  test('organizations keeps personal accounts out', async () => {
    const fixture = entra('organizations', template)
    await refuses({ fixture, issuer: `${at}/organizations/v2.0`, claims: named(personal) })
  })

  test('consumers lets personal accounts in, and nobody else', async () => {
    const customer = { fixture: entra('consumers', `${at}/${personal}/v2.0`), issuer: `${at}/consumers/v2.0` }
    await accepts({ ...customer, claims: named(personal) })
    await refuses({ ...customer, claims: named(acme) })
  })

  test.each(['', '/'])(
    'a tenant lets its own people in, and nobody else, with "%s" at the end',
    async slash => {
      const customer = { fixture: entra(acme, `${at}/${acme}/v2.0`), issuer: `${at}/${acme}/v2.0${slash}` }
      await accepts({ ...customer, claims: named(acme) })
      await refuses({ ...customer, claims: named(other) })
    },
  )

  test('a tenant may be named by its domain', async () => {
    const fixture = entra('acme.onmicrosoft.com', `${at}/${acme}/v2.0`)
    const customer = { fixture, issuer: `${at}/acme.onmicrosoft.com/v2.0` }
    await accepts({ ...customer, claims: named(acme) })
    await refuses({ ...customer, claims: named(other) })
  })

  test.each([
    ['of one tenant in the name of another', { tid: acme, iss: `${at}/${other}/v2.0` }],
    ['of no tenant', { tid: undefined, iss: template }],
    ['of a tenant that is a path', { tid: '../evil', iss: `${at}/../evil/v2.0` }],
    ['of a path that ends with a tenant', { tid: `../${acme}`, iss: `${at}/../${acme}/v2.0` }],
    ['of a path that begins with a tenant', { tid: `${acme}/..`, iss: `${at}/${acme}/../v2.0` }],
    ['of another host', { tid: acme, iss: `https://evil.example/${acme}/v2.0` }],
  ])('a token %s is refused', async (_, claims) => {
    await refuses({ fixture: entra('common', template), issuer: `${at}/common/v2.0`, claims })
  })

  test('a national cloud is its own', async () => {
    const us = 'https://login.microsoftonline.us'
    const fixture = fixtureOf('microsoft-entra-id', [[at, us]])
    const claims = { tid: acme, iss: `${us}/${acme}/v2.0` }
    await accepts({ fixture, issuer: `${us}/common/v2.0`, claims })
  })
})

describe('Azure AD B2C', () => {
  const issuer = 'https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signupsignin1/v2.0'

  test.each(['B2C_1_signupsignin1', 'B2C_1A_custom'])('has one issuer for each policy: %s', async policy => {
    const fixture = fixtureOf('azure-ad-b2c', [['B2C_1_signupsignin1', policy]])
    await accepts({ fixture, issuer: issuer.replace('B2C_1_signupsignin1', policy) })
  })

  test('may be configured with a slash at the end', async () => {
    await accepts({ fixture: fixtureOf('azure-ad-b2c'), issuer: `${issuer}/` })
  })

  test('of another tenant is refused', async () => {
    const claims = { iss: 'https://contoso.b2clogin.com/11111111-2222-4333-8444-555555555555/v2.0/' }
    await refuses({ fixture: fixtureOf('azure-ad-b2c'), issuer, claims })
  })
})

describe('Keycloak', () => {
  const issuer = 'https://sso.example.com/realms/acme'

  test.each([issuer, `${issuer}/`])('has one issuer for each realm: %s', async configured => {
    await accepts({ fixture: fixtureOf('keycloak'), issuer: configured })
  })

  test('of an older server has a longer path', async () => {
    const fixture = fixtureOf('keycloak', [['/realms/', '/auth/realms/']])
    await accepts({ fixture, issuer: 'https://sso.example.com/auth/realms/acme' })
  })

  test('of another realm is refused', async () => {
    const claims = { iss: 'https://sso.example.com/realms/other' }
    await refuses({ fixture: fixtureOf('keycloak'), issuer, claims })
  })
})

describe('Auth0', () => {
  const own = String(fixtureOf('auth0').options['issuer']).replace(/\/$/, '')

  test.each([own, `${own}/`])('ends its issuer with a slash, whatever is configured: %s', async issuer => {
    await accepts({ fixture: fixtureOf('auth0'), issuer })
  })

  test('may have a domain of the app', async () => {
    const fixture = fixtureOf('auth0', [[own, 'https://login.acme.example']])
    await accepts({ fixture, issuer: 'https://login.acme.example' })
  })
})

test.each(['google', 'okta', 'microsoft-entra-id', 'keycloak'])(
  '%s is discovered once for many',
  async module => {
    const fixture = fixtureOf(module)
    const { vendor, provider } = await meet(fixture)
    const app = makeApp({ providers: [provider], adapter: MemoryAdapter() })
    for (let times = 0; times < 3; times++) {
      const { session } = await signIn(app.open(), vendor, provider.id)
      expect(session).not.toBeNull()
    }
    const { url } = fixture.discovery ?? { url: '' }
    expect(vendor.asked.filter(address => address === url.split('?')[0])).toHaveLength(1)
    expect(vendor.asked.filter(address => address === fixture.idToken?.jwks)).toHaveLength(1)
  },
)

test.each(['google', 'okta', 'microsoft-entra-id'])('%s may change its keys at any time', async module => {
  const { vendor, provider } = await meet(fixtureOf(module))
  const app = makeApp({ providers: [provider], adapter: MemoryAdapter() })
  expect((await signIn(app.open(), vendor, provider.id)).session).not.toBeNull()
  vendor.rotateKeys()
  expect((await signIn(app.open(), vendor, provider.id)).session).not.toBeNull()
})
