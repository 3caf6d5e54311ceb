import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, test } from 'vitest'
import { type AppSetup, createTestApp, runRoundTrip } from '../support/app.js'

/** Signs in twice, and returns the user ids that the app received. */
async function signInTwice(setup: AppSetup) {
  const ids: unknown[] = []
  const { open, op } = createTestApp({
    session: { strategy: 'jwt' },
    callbacks: {
      jwt: ({ token, user, account }) => {
        if (account) ids.push(token.sub, user.id, account.providerAccountId)
        return token
      },
    },
    ...setup,
  })
  const visit = open()
  await runRoundTrip(visit, op)
  await visit.signOut()
  await runRoundTrip(visit, op)
  const [sub, userId, accountId] = ids
  expect(ids.slice(3)).toEqual([sub, userId, accountId])
  expect(sub).toBe(userId)
  return { sub, accountId }
}

test('with `userId: "account"`, `sub` is the account id, at each sign-in', async () => {
  const { sub, accountId } = await signInTwice({ userId: 'account' })
  expect(sub).toBe(accountId)
})

test('by default, `sub` is derived, and equal at each sign-in', async () => {
  const { sub, accountId } = await signInTwice({})
  expect(sub).not.toBe(accountId)
})

test('with an adapter, `userId` has no effect', async () => {
  const { sub, accountId } = await signInTwice({ userId: 'account', adapter: MemoryAdapter() })
  expect(sub).not.toBe(accountId)
})
