import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'
import { grace as person } from '../support/malicious-provider.js'
import { alan, existingSessionToken, grace, setUpScenario } from './scenarios.js'

describe('differences from Auth.js: accounts', () => {
  test('an expired session does not link accounts, even if its record still exists', async () => {
    const { op, visit, store } = await setUpScenario('database', { visitor: alan, hasEnded: true })
    await runRoundTrip(visit, op)
    const owner = await store.getUserByAccount({ provider: 'op', providerAccountId: person.sub })
    expect(owner?.email).toBe(person.email)
    expect(await store.getSessionAndUser(existingSessionToken)).toBeNull()
  })

  test.each(['createUser', 'linkAccount', 'createSession'])(
    'when %s fails, no partial user remains and the next sign-in succeeds',
    async method => {
      const store = createPlainAdapter()
      let fails = true
      const { adapter } = createTappedAdapter(store, name => {
        if (fails && name === method) throw new Error('no room')
      })
      const { op, open } = createTestApp({ adapter })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      const [user, owner] = await Promise.all([
        store.getUserByEmail?.(person.email as string),
        store.getUserByAccount?.({ provider: 'op', providerAccountId: person.sub }),
      ])
      expect(user?.id).toBe(owner?.id)
      fails = false
      expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
    },
  )

  test('a new session replaces the previous session of the browser', async () => {
    const { op, visit, store } = await setUpScenario('database', {
      account: grace,
      visitor: alan,
      hasEnded: true,
    })
    await runRoundTrip(visit, op)
    expect(await store.getSessionAndUser(existingSessionToken)).toBeNull()
    expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
  })

  test('each sign-in updates the stored tokens of the account', async () => {
    const store = MemoryAdapter()
    const { op, open } = createTestApp({ adapter: store })
    await runRoundTrip(open(), op)
    const first = await store.getAccount(person.sub, 'op')
    await runRoundTrip(open(), op)
    const second = await store.getAccount(person.sub, 'op')
    expect(second?.access_token).toEqual(expect.any(String))
    expect(second?.access_token).not.toBe(first?.access_token)
  })

  test('the owner of an account is looked up once per sign-in', async () => {
    const { op, visit, calls } = await setUpScenario('jwt', { account: grace })
    await runRoundTrip(visit, op)
    expect(calls).toEqual(['getUserByAccount', 'getAccount'])
  })

  test('linking by email creates no user, and `linkAccount` receives the account with its `userId`', async () => {
    const { op, visit, events, config } = await setUpScenario('database', {
      emailOwner: grace,
      linking: true,
    })
    const linked: unknown[] = []
    Object.assign(config.events ?? {}, {
      linkAccount: ({ account }: { account: object }) => {
        events.push('linkAccount')
        linked.push(account)
      },
    })
    await runRoundTrip(visit, op)
    expect(events).toEqual(['linkAccount', 'signIn'])
    expect(linked).toMatchObject([{ userId: grace.id }])
  })
})
