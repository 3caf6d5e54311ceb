import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'
import type { VendorFixture } from '../support/vendor/fixture.js'

/** Vendors that are in more than one place: an option, and what becomes of their addresses. */
const places: ReadonlyArray<readonly [provider: string, options: object, from: RegExp, to: string]> = [
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

function movedFixture(provider: string, options: object, change: (text: string) => string): VendorFixture {
  const fixture = fixtures.find(one => one.provider === provider)
  if (!fixture) throw new Error(`There is no vendor ${provider}.`)
  const moved = JSON.parse(change(JSON.stringify(fixture))) as VendorFixture
  return { ...moved, options: { ...fixture.options, ...options } }
}

describe.each(places)('%s', (name, options, from, to) => {
  test(`signs somebody in elsewhere, with ${JSON.stringify(options)}`, async () => {
    const fixture = movedFixture(name, options, text => text.replace(from, to))
    const { vendor, provider } = await meet(fixture)
    const { open } = makeApp({ providers: [provider], adapter: MemoryAdapter() })
    const visitor = open()
    const away = new URL(leadsTo(await visitor.signIn(provider.id)) ?? '')
    expect(away.origin + away.pathname).toBe(fixture.authorization.url)

    const answer = await visitor.get(vendor.answer(away).url)

    expect(vendor.faults).toEqual([])
    expect(leadsTo(answer)).toBe(origin)
  })
})
