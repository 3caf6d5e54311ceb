import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'
import type { Vendor } from '../support/vendor/vendor.js'

/** Reads the fixture of a vendor and replaces text in it, such as the tenant. */
function readFixture(module: string, replaced: ReadonlyArray<readonly [string, string]> = []): VendorFixture {
  const found = fixtures.find(({ provider }) => provider === module)
  if (!found) throw new Error(`${module} has no fixture.`)
  const text = replaced.reduce((whole, [from, to]) => whole.replaceAll(from, to), JSON.stringify(found))
  return JSON.parse(text) as VendorFixture
}

interface Setup {
  readonly fixture: VendorFixture
  /** The `issuer` option of the app. */
  readonly issuer: string
  readonly claims?: Readonly<Record<string, unknown>>
}

async function startSignIn({ fixture, issuer, claims = {} }: Setup) {
  const { vendor, provider } = await createVendor({ ...fixture, options: { ...fixture.options, issuer } })
  vendor.lies.claims = claims
  const app = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
  const completeSignIn = () => signIn(app.open(), vendor, provider.id)
  return { ...app, vendor, completeSignIn }
}

async function signIn(
  visitor: ReturnType<ReturnType<typeof createTestApp>['open']>,
  vendor: Vendor,
  id: string,
) {
  const away = await visitor.signIn(id)
  const location = new URL(getLocation(away) ?? '', origin)
  if (location.origin === origin) return { location: location.href, session: null }
  const { url } = vendor.authorize(location)
  const answer = await visitor.get(url, { from: location.origin })
  return { location: getLocation(answer), session: await visitor.getSession() }
}

const expectAccepted = async (setup: Setup) => {
  const { completeSignIn, vendor, log } = await startSignIn(setup)
  const { session } = await completeSignIn()
  expect(log.errors.map(String)).toEqual([])
  expect(vendor.faults).toEqual([])
  expect(session).not.toBeNull()
}

const expectRejected = async (setup: Setup) => {
  const { completeSignIn, log } = await startSignIn(setup)
  const { session } = await completeSignIn()
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
    readFixture('microsoft-entra-id', [
      [`${at}/common/`, `${at}/${tenant}/`],
      [`${at}/{tenantid}/v2.0`, issuer],
    ])
  const template = `${at}/{tenantid}/v2.0`

  test.each([acme, other, personal])('tenant "common" accepts tokens of every tenant: %s', async tenant => {
    await expectAccepted({
      fixture: entra('common', template),
      issuer: `${at}/common/v2.0`,
      claims: named(tenant),
    })
  })

  test.each([acme, other])(
    'tenant "organizations" accepts tokens of every organization: %s',
    async tenant => {
      const fixture = entra('organizations', template)
      await expectAccepted({ fixture, issuer: `${at}/organizations/v2.0`, claims: named(tenant) })
    },
  )

  test('tenant "organizations" rejects personal accounts', async () => {
    const fixture = entra('organizations', template)
    await expectRejected({ fixture, issuer: `${at}/organizations/v2.0`, claims: named(personal) })
  })

  test('tenant "consumers" accepts only personal accounts', async () => {
    const setup = { fixture: entra('consumers', `${at}/${personal}/v2.0`), issuer: `${at}/consumers/v2.0` }
    await expectAccepted({ ...setup, claims: named(personal) })
    await expectRejected({ ...setup, claims: named(acme) })
  })

  test.each(['', '/'])(
    'a single tenant accepts only tokens of that tenant, with "%s" at the end of the issuer',
    async slash => {
      const setup = { fixture: entra(acme, `${at}/${acme}/v2.0`), issuer: `${at}/${acme}/v2.0${slash}` }
      await expectAccepted({ ...setup, claims: named(acme) })
      await expectRejected({ ...setup, claims: named(other) })
    },
  )

  test('a tenant may be configured by its domain', async () => {
    const fixture = entra('acme.onmicrosoft.com', `${at}/${acme}/v2.0`)
    const setup = { fixture, issuer: `${at}/acme.onmicrosoft.com/v2.0` }
    await expectAccepted({ ...setup, claims: named(acme) })
    await expectRejected({ ...setup, claims: named(other) })
  })

  test.each([
    ['with the issuer of another tenant', { tid: acme, iss: `${at}/${other}/v2.0` }],
    ['without a tenant id', { tid: undefined, iss: template }],
    ['with a path as tenant id', { tid: '../evil', iss: `${at}/../evil/v2.0` }],
    ['with a tenant id after a path traversal', { tid: `../${acme}`, iss: `${at}/../${acme}/v2.0` }],
    ['with a tenant id before a path traversal', { tid: `${acme}/..`, iss: `${at}/${acme}/../v2.0` }],
    ['with an issuer on another host', { tid: acme, iss: `https://evil.example/${acme}/v2.0` }],
  ])('a token %s is rejected', async (_, claims) => {
    await expectRejected({ fixture: entra('common', template), issuer: `${at}/common/v2.0`, claims })
  })

  test('an issuer of a national cloud is accepted', async () => {
    const us = 'https://login.microsoftonline.us'
    const fixture = readFixture('microsoft-entra-id', [[at, us]])
    const claims = { tid: acme, iss: `${us}/${acme}/v2.0` }
    await expectAccepted({ fixture, issuer: `${us}/common/v2.0`, claims })
  })
})

describe('Azure AD B2C', () => {
  const issuer = 'https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signupsignin1/v2.0'

  test.each(['B2C_1_signupsignin1', 'B2C_1A_custom'])('has one issuer per policy: %s', async policy => {
    const fixture = readFixture('azure-ad-b2c', [['B2C_1_signupsignin1', policy]])
    await expectAccepted({ fixture, issuer: issuer.replace('B2C_1_signupsignin1', policy) })
  })

  test('may be configured with a trailing slash', async () => {
    await expectAccepted({ fixture: readFixture('azure-ad-b2c'), issuer: `${issuer}/` })
  })

  test('rejects the issuer of another tenant', async () => {
    const claims = { iss: 'https://contoso.b2clogin.com/11111111-2222-4333-8444-555555555555/v2.0/' }
    await expectRejected({ fixture: readFixture('azure-ad-b2c'), issuer, claims })
  })
})

describe('Keycloak', () => {
  const issuer = 'https://sso.example.com/realms/acme'

  test.each([issuer, `${issuer}/`])('has one issuer per realm: %s', async configured => {
    await expectAccepted({ fixture: readFixture('keycloak'), issuer: configured })
  })

  test('accepts the longer issuer path of older servers', async () => {
    const fixture = readFixture('keycloak', [['/realms/', '/auth/realms/']])
    await expectAccepted({ fixture, issuer: 'https://sso.example.com/auth/realms/acme' })
  })

  test('rejects the issuer of another realm', async () => {
    const claims = { iss: 'https://sso.example.com/realms/other' }
    await expectRejected({ fixture: readFixture('keycloak'), issuer, claims })
  })
})

describe('Auth0', () => {
  const own = String(readFixture('auth0').options['issuer']).replace(/\/$/, '')

  test.each([own, `${own}/`])(
    'has an issuer with a trailing slash, with or without one in the configuration: %s',
    async issuer => {
      await expectAccepted({ fixture: readFixture('auth0'), issuer })
    },
  )

  test('accepts the issuer of a custom domain', async () => {
    const fixture = readFixture('auth0', [[own, 'https://login.acme.example']])
    await expectAccepted({ fixture, issuer: 'https://login.acme.example' })
  })
})

test.each(['google', 'okta', 'microsoft-entra-id', 'keycloak'])(
  '%s is discovered once for several sign-ins',
  async module => {
    const fixture = readFixture(module)
    const { vendor, provider } = await createVendor(fixture)
    const app = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
    for (let times = 0; times < 3; times++) {
      const { session } = await signIn(app.open(), vendor, provider.id)
      expect(session).not.toBeNull()
    }
    const { url } = fixture.discovery ?? { url: '' }
    expect(vendor.requestedUrls.filter(address => address === url.split('?')[0])).toHaveLength(1)
    expect(vendor.requestedUrls.filter(address => address === fixture.idToken?.jwks)).toHaveLength(1)
  },
)

test.each(['google', 'okta', 'microsoft-entra-id'])('%s may rotate its signing keys', async module => {
  const { vendor, provider } = await createVendor(readFixture(module))
  const app = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
  expect((await signIn(app.open(), vendor, provider.id)).session).not.toBeNull()
  vendor.rotateKeys()
  expect((await signIn(app.open(), vendor, provider.id)).session).not.toBeNull()
})
