import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'

/** Behaviour section 8.7: with any other provider a code that is refused is the app's fault, and a fault of the way back. */
test.each(['microsoft-entra-id', 'azure-ad'])('%s says by name why it refuses a code', async name => {
  const fixture = fixtures.find(({ provider }) => provider === name)
  if (!fixture) throw new Error(`${name} has no fixture.`)
  const { vendor, provider } = await meet(fixture)
  const { open, log } = makeApp({ providers: [provider], adapter: MemoryAdapter() })
  const visit = open()
  const back = new URL(vendor.answer(visit.location(await visit.signIn(provider.id))).url)
  back.searchParams.set('code', 'another-code')

  const answer = await visit.get(back)

  expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
  expect(log.types()).toEqual(['OAuthCallbackError'])
})
