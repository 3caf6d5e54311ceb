import { equal, isNull, matches, rejects } from './assert.js'
import { allows, atOnce, group } from './check.js'
import { limitsOf } from './traits.js'

const check = group(
  'a user and its first account',
  'createUserWithAccount',
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
)

/** Both or neither. */
export const creationChecks = [
  check('come together', ['getAccount'], async ({ adapter, a }) => {
    const user = a.user()
    const account = a.account(user.id)
    const created = await adapter.createUserWithAccount(user, account)
    matches(created, { ...user, id: created.id })
    equal(await adapter.getUser(created.id), created)
    equal(await adapter.getUserByAccount(account), created)
    const found = await adapter.getAccount(account.providerAccountId, account.provider)
    matches(found, { ...account, userId: created.id })
  }),

  check('come together without an address, too', [], async ({ adapter, a, traits }) => {
    allows(limitsOf(traits).usersWithoutAddress)
    for (const email of [undefined, null, ''] as const) {
      const user = a.userWithoutEmail(email)
      const created = await adapter.createUserWithAccount(user, a.account(user.id))
      equal(await adapter.getUser(created.id), created)
    }
  }),

  check(
    'come with the passkey that the user registered, or without it, but never without the user',
    ['getAuthenticator'],
    async ({ adapter, a }) => {
      const ada = a.user()
      const passkey = a.passkey(ada.id)
      const created = await adapter.createUserWithAccount(ada, a.account(ada.id), passkey)
      const kept = await adapter.getAuthenticator(passkey.credentialID)
      // An adapter may leave it out.
      if (kept === null) return
      matches(kept, { ...passkey, userId: created.id })
      const bob = a.user()
      const account = a.account(bob.id)
      await rejects(() => adapter.createUserWithAccount(bob, account, passkey))
      isNull(await adapter.getUserByEmail(bob.email))
      isNull(await adapter.getUserByAccount(account))
      equal(await adapter.getAuthenticator(passkey.credentialID), kept)
    },
  ),

  check('are not there when the account has an owner', [], async ({ adapter, a }) => {
    const ada = a.user()
    const account = a.account(ada.id)
    const first = await adapter.createUserWithAccount(ada, account)
    const bob = a.user()
    await rejects(() => adapter.createUserWithAccount(bob, account))
    isNull(await adapter.getUserByEmail(bob.email))
    equal(await adapter.getUserByAccount(account), first)
  }),

  check('are not there when the address has an owner', [], async ({ adapter, a }) => {
    const ada = await adapter.createUser(a.user())
    const bob = a.user({ email: ada.email })
    const account = a.account(bob.id)
    await rejects(() => adapter.createUserWithAccount(bob, account))
    isNull(await adapter.getUserByAccount(account))
    equal(await adapter.getUserByEmail(ada.email), ada)
  }),

  check('are not there when a part of them cannot be stored', [], async ({ adapter, a }) => {
    const unstorable = (() => {}) as never
    const user = a.user()
    const account = a.account(user.id)
    await rejects(() => adapter.createUserWithAccount(user, { ...account, access_token: unstorable }))
    isNull(await adapter.getUserByEmail(user.email))
    await rejects(() => adapter.createUserWithAccount({ ...user, image: unstorable }, account))
    isNull(await adapter.getUserByAccount(account))
    await adapter.createUserWithAccount(user, account)
  }),

  check('are there once when 16 first sign-ins meet', [], async ({ adapter, a }) => {
    for (let round = 0; round < 5; round++) {
      const users = Array.from({ length: 16 }, () => a.user())
      const key = { provider: 'github', providerAccountId: `person ${round}` }
      const { answers } = await atOnce(16, i => {
        const user = users[i] ?? a.user()
        return adapter.createUserWithAccount(user, a.account(user.id, key))
      })
      equal(answers.length, 1)
      equal(await adapter.getUserByAccount(key), answers[0])
      const found = await Promise.all(users.map(async ({ email }) => adapter.getUserByEmail(email)))
      equal(
        found.filter(user => user !== null),
        answers,
      )
    }
  }),
]
