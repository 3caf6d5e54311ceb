import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, plainAdapter, roundTrip, tapped } from '../support/app.js'
import { grace as person } from '../support/lying-provider.js'
import { alan, grace, seat, stage } from './situations.js'

describe('Behaviour section 21: what the reference gets wrong, about accounts', () => {
  test('D3: a session past its time is nobody’s, though its record is still there', async () => {
    const { op, visit, store } = await stage('database', { visitor: alan, hasEnded: true })
    await roundTrip(visit, op)
    const owner = await store.getUserByAccount({ provider: 'op', providerAccountId: person.sub })
    expect(owner?.email).toBe(person.email)
    expect(await store.getSessionAndUser(seat)).toBeNull()
  })

  test.each(['createUser', 'linkAccount', 'createSession'])(
    'D10: when %s fails, nobody is half there, and the next try succeeds',
    async method => {
      const store = plainAdapter()
      let fails = true
      const { adapter } = tapped(store, name => {
        if (fails && name === method) throw new Error('no room')
      })
      const { op, open } = makeApp({ adapter })
      const visit = open()
      expect(leadsTo(await roundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      const [user, owner] = await Promise.all([
        store.getUserByEmail?.(person.email as string),
        store.getUserByAccount?.({ provider: 'op', providerAccountId: person.sub }),
      ])
      expect(user?.id).toBe(owner?.id)
      fails = false
      expect(leadsTo(await roundTrip(visit, op))).toBe(origin)
    },
  )

  test('D10: a new session takes the place of the one that the browser had', async () => {
    const { op, visit, store } = await stage('database', { account: grace, visitor: alan, hasEnded: true })
    await roundTrip(visit, op)
    expect(await store.getSessionAndUser(seat)).toBeNull()
    expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
  })

  test('D11: the tokens of an account are those of the last sign-in', async () => {
    const store = MemoryAdapter()
    const { op, open } = makeApp({ adapter: store })
    await roundTrip(open(), op)
    const first = await store.getAccount(person.sub, 'op')
    await roundTrip(open(), op)
    const second = await store.getAccount(person.sub, 'op')
    expect(second?.access_token).toEqual(expect.any(String))
    expect(second?.access_token).not.toBe(first?.access_token)
  })

  test('D11: whose account it is, is asked once', async () => {
    const { op, visit, calls } = await stage('jwt', { account: grace })
    await roundTrip(visit, op)
    expect(calls).toEqual(['getUserByAccount'])
  })

  test('D13: joining by address creates nobody, and `linkAccount` says whose the account is', async () => {
    const { op, visit, events, config } = await stage('database', { namesake: grace, linking: true })
    const linked: unknown[] = []
    Object.assign(config.events ?? {}, {
      linkAccount: ({ account }: { account: object }) => {
        events.push('linkAccount')
        linked.push(account)
      },
    })
    await roundTrip(visit, op)
    expect(events).toEqual(['linkAccount', 'signIn'])
    expect(linked).toMatchObject([{ userId: grace.id }])
  })
})
