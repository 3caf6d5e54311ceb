import { MemoryAdapter } from 'latchkey/adapters/memory'
import { ada, getLocation, runRoundTrip } from '../../support/app.js'
import { alan, createTwoProviders, graceElsewhere } from '../../support/two-providers.js'
import { assertMatches, assertSame, type Checks } from './harness.js'
import { createSignInApp } from './test-apps.js'

export const accounts: Checks = {
  'are created once and found at the next sign-in': async () => {
    const store = MemoryAdapter()
    const { op, open } = createSignInApp({ adapter: store })
    const ids = []
    for (const visit of [open(), open()]) {
      await runRoundTrip(visit, op)
      ids.push((await store.getUserByAccount({ provider: 'op', providerAccountId: op.defaultUser.sub }))?.id)
    }
    assertSame(ids[0] === ids[1] && ids[0] !== undefined, true)
  },

  'with the same email are not linked automatically': async () => {
    const { op, other, open } = createTwoProviders()
    await runRoundTrip(open(), op)
    const visit = open()
    assertMatches(
      getLocation(await runRoundTrip(visit, other, { provider: 'other', as: graceElsewhere })),
      /OAuthAccountNotLinked/,
    )
    assertSame(await visit.getSession(), null)
  },

  'are linked to the signed-in user': async () => {
    const { op, other, open, store } = createTwoProviders()
    const visit = open()
    await runRoundTrip(visit, op)
    await runRoundTrip(visit, other, { provider: 'other', as: alan })
    assertMatches(await store.getUserByAccount({ provider: 'other', providerAccountId: alan.sub }), {
      email: 'grace@example.com',
    })
  },

  'can be rejected by the signIn callback': async () => {
    const { op, open } = createSignInApp({ callbacks: { signIn: ({ user }) => user.email === ada.email } })
    const visit = open()
    assertMatches(getLocation(await runRoundTrip(visit, op)), /error=AccessDenied/)
    assertSame(await visit.getSession(), null)
  },
}
