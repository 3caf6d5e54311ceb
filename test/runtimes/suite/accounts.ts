import { MemoryAdapter } from 'latchkey/adapters/memory'
import { ada, leadsTo, roundTrip } from '../../support/app.js'
import { alan, elsewhere, makeTwoProviders } from '../../support/two-providers.js'
import { type Checks, like, same } from './harness.js'
import { house } from './people.js'

export const accounts: Checks = {
  'are made once, and found again': async () => {
    const store = MemoryAdapter()
    const { op, open } = house({ adapter: store })
    const ids = []
    for (const visit of [open(), open()]) {
      await roundTrip(visit, op)
      ids.push((await store.getUserByAccount({ provider: 'op', providerAccountId: op.person.sub }))?.id)
    }
    same(ids[0] === ids[1] && ids[0] !== undefined, true)
  },

  'with the same address are not joined': async () => {
    const { op, other, open } = makeTwoProviders()
    await roundTrip(open(), op)
    const visit = open()
    like(
      leadsTo(await roundTrip(visit, other, { provider: 'other', as: elsewhere })),
      /OAuthAccountNotLinked/,
    )
    same(await visit.session(), null)
  },

  'are added to who is signed in': async () => {
    const { op, other, open, store } = makeTwoProviders()
    const visit = open()
    await roundTrip(visit, op)
    await roundTrip(visit, other, { provider: 'other', as: alan })
    like(await store.getUserByAccount({ provider: 'other', providerAccountId: alan.sub }), {
      email: 'grace@example.com',
    })
  },

  'may be refused by the app': async () => {
    const { op, open } = house({ callbacks: { signIn: ({ user }) => user.email === ada.email } })
    const visit = open()
    like(leadsTo(await roundTrip(visit, op)), /error=AccessDenied/)
    same(await visit.session(), null)
  },
}
