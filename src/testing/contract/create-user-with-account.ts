import { assertEqual, assertMatches, assertNull, assertRejects } from './assert.js'
import { defineChecks, runConcurrently, skipWithReason } from './check.js'
import { describeLimits } from './limits.js'

const check = defineChecks(
  'a user and its first account',
  'createUserWithAccount',
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
)

/** The checks that a user and its first account are created atomically. */
export const createUserWithAccountChecks = [
  check('are created together', ['getAccount'], async ({ adapter, build }) => {
    const user = build.user()
    const account = build.account(user.id)
    const created = await adapter.createUserWithAccount(user, account)
    assertMatches(created, { ...user, id: created.id })
    assertEqual(await adapter.getUser(created.id), created)
    assertEqual(await adapter.getUserByAccount(account), created)
    const stored = await adapter.getAccount(account.providerAccountId, account.provider)
    assertMatches(stored, { ...account, userId: created.id })
  }),

  check('are created together without an email, too', [], async ({ adapter, build, options: limits }) => {
    skipWithReason(describeLimits(limits).usersWithoutEmail)
    for (const email of [undefined, null, ''] as const) {
      const user = build.userWithoutEmail(email)
      const created = await adapter.createUserWithAccount(user, build.account(user.id))
      assertEqual(await adapter.getUser(created.id), created)
    }
  }),

  check(
    'are created with or without the registered passkey, which never exists without its user',
    ['getAuthenticator'],
    async ({ adapter, build }) => {
      const ada = build.user()
      const passkey = build.passkey(ada.id)
      const created = await adapter.createUserWithAccount(ada, build.account(ada.id), passkey)
      const storedPasskey = await adapter.getAuthenticator(passkey.credentialID)
      // The adapter may ignore the passkey argument.
      if (storedPasskey === null) return
      assertMatches(storedPasskey, { ...passkey, userId: created.id })
      const bob = build.user()
      const account = build.account(bob.id)
      await assertRejects(() => adapter.createUserWithAccount(bob, account, passkey))
      assertNull(await adapter.getUserByEmail(bob.email))
      assertNull(await adapter.getUserByAccount(account))
      assertEqual(await adapter.getAuthenticator(passkey.credentialID), storedPasskey)
    },
  ),

  check('are not created if the account belongs to another user', [], async ({ adapter, build }) => {
    const ada = build.user()
    const account = build.account(ada.id)
    const first = await adapter.createUserWithAccount(ada, account)
    const bob = build.user()
    await assertRejects(() => adapter.createUserWithAccount(bob, account))
    assertNull(await adapter.getUserByEmail(bob.email))
    assertEqual(await adapter.getUserByAccount(account), first)
  }),

  check('are not created if the email belongs to another user', [], async ({ adapter, build }) => {
    const ada = await adapter.createUser(build.user())
    const bob = build.user({ email: ada.email })
    const account = build.account(bob.id)
    await assertRejects(() => adapter.createUserWithAccount(bob, account))
    assertNull(await adapter.getUserByAccount(account))
    assertEqual(await adapter.getUserByEmail(ada.email), ada)
  }),

  check('are not created if a part of them cannot be stored', [], async ({ adapter, build }) => {
    const unstorable = (() => {}) as never
    const user = build.user()
    const account = build.account(user.id)
    await assertRejects(() => adapter.createUserWithAccount(user, { ...account, access_token: unstorable }))
    assertNull(await adapter.getUserByEmail(user.email))
    await assertRejects(() => adapter.createUserWithAccount({ ...user, image: unstorable }, account))
    assertNull(await adapter.getUserByAccount(account))
    await adapter.createUserWithAccount(user, account)
  }),

  check('are created once by 16 concurrent first sign-ins', [], async ({ adapter, build }) => {
    for (let round = 0; round < 5; round++) {
      const users = Array.from({ length: 16 }, () => build.user())
      const key = { provider: 'github', providerAccountId: `person ${round}` }
      const { results } = await runConcurrently(16, i => {
        const user = users[i] ?? build.user()
        return adapter.createUserWithAccount(user, build.account(user.id, key))
      })
      assertEqual(results.length, 1)
      assertEqual(await adapter.getUserByAccount(key), results[0])
      const stored = await Promise.all(users.map(async ({ email }) => adapter.getUserByEmail(email)))
      assertEqual(
        stored.filter(user => user !== null),
        results,
      )
    }
  }),
]
