import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

/** Vendors with several hosts: the option to set, and the replacement in the URLs of the fixture. */
const hosts: ReadonlyArray<readonly [provider: string, options: object, from: RegExp, to: string]> = [
  ['feishu', { domain: 'larksuite.com' }, /feishu\.cn/g, 'larksuite.com'],
  [
    'france-connect',
    { issuer: 'https://fcp-low.sbx.dev-franceconnect.fr/api/v2' },
    /oidc\.franceconnect\.gouv\.fr/g,
    'fcp-low.sbx.dev-franceconnect.fr',
  ],
  ['gitea', { baseUrl: 'https://git.acme.example/code/' }, /\bgitea\.com/g, 'git.acme.example/code'],
  [
    'login-gov',
    { issuer: 'https://idp.int.identitysandbox.gov/' },
    /secure\.login/g,
    'idp.int.identitysandbox',
  ],
  ['mercadolibre', { domain: 'mercadolivre.com.br' }, /auth\.mercadolibre\.com/g, 'auth.mercadolivre.com.br'],
  ['orcid', { issuer: 'https://sandbox.orcid.org' }, /\borcid\.org/g, 'sandbox.orcid.org'],
  ['paypal', { environment: 'sandbox' }, /\bpaypal\.com/g, 'sandbox.paypal.com'],
  ['riot-games', { region: 'asia' }, /europe\.api/g, 'asia.api'],
  ['shikimori', { baseUrl: 'https://shikimori.example' }, /shikimori\.one/g, 'shikimori.example'],
]

function patchFixture(provider: string, options: object, change: (text: string) => string): VendorFixture {
  const fixture = fixtures.find(one => one.provider === provider)
  if (!fixture) throw new Error(`${provider} has no fixture.`)
  const patched = JSON.parse(change(JSON.stringify(fixture))) as VendorFixture
  return { ...patched, options: { ...fixture.options, ...options } }
}

describe.each(hosts)('%s', (name, options, from, to) => {
  test(`signs the user in at another host with ${JSON.stringify(options)}`, async () => {
    const fixture = patchFixture(name, options, text => text.replace(from, to))
    const { vendor, provider } = await createVendor(fixture)
    const { open } = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
    const visitor = open()
    const away = new URL(getLocation(await visitor.signIn(provider.id)) ?? '')
    expect(away.origin + away.pathname).toBe(fixture.authorization.url)

    const answer = await visitor.get(vendor.authorize(away).url)

    expect(vendor.faults).toEqual([])
    expect(getLocation(answer)).toBe(origin)
  })
})
