import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

/** With other providers, a rejected code is a configuration error. */
test.each(['microsoft-entra-id', 'azure-ad'])(
  'if %s rejects the code, the visitor is redirected to error=OAuthCallbackError',
  async name => {
    const fixture = fixtures.find(({ provider }) => provider === name)
    if (!fixture) throw new Error(`${name} has no fixture.`)
    const { vendor, provider } = await createVendor(fixture)
    const { open, log } = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
    const visit = open()
    const back = new URL(vendor.authorize(visit.getLocation(await visit.signIn(provider.id))).url)
    back.searchParams.set('code', 'another-code')

    const answer = await visit.get(back)

    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
    expect(log.types()).toEqual(['OAuthCallbackError'])
  },
)
