import { equal, isNull, matches } from './assert.js'
import { allows, group } from './check.js'
import { limitsOf } from './traits.js'
import { confusable, trickyIds } from './tricky-ids.js'

const check = group('ids in any script', 'createUser')

/** Of an address the part before the `@`; the whole has 254 characters at most. */
const localParts = trickyIds.filter(id => id.length <= 240)

const scripts = [
  check('name users, each its own', ['getUser'], async ({ adapter, a, traits }) => {
    allows(limitsOf(traits).ids)
    const users = trickyIds.map(id => a.user({ id }))
    for (const user of users) await adapter.createUser(user)
    for (const user of users) matches(await adapter.getUser(user.id), user)
  }),

  check('are kept in names', ['getUser'], async ({ adapter, a }) => {
    for (const name of trickyIds) {
      const { id } = await adapter.createUser(a.user({ name }))
      equal((await adapter.getUser(id))?.name, name)
    }
  }),

  check('name addresses, each its own', ['getUserByEmail'], async ({ adapter, a }) => {
    const emails = localParts.map(id => `${id}@example.com`)
    for (const email of emails) await adapter.createUser(a.user({ email }))
    for (const email of emails) equal((await adapter.getUserByEmail(email))?.email, email)
  }),

  check('name accounts, each its own', ['linkAccount', 'getUserByAccount'], async ({ adapter, a }) => {
    const keys = trickyIds.flatMap(id => [
      { provider: 'github', providerAccountId: id },
      { provider: id, providerAccountId: 'github' },
    ])
    const owners = new Map<object, string>()
    for (const key of keys) {
      const { id } = await adapter.createUser(a.user())
      await adapter.linkAccount(a.account(id, key))
      owners.set(key, id)
    }
    for (const key of keys) equal((await adapter.getUserByAccount(key))?.id, owners.get(key))
  }),

  check('name sessions, each its own', ['createSession', 'getSessionAndUser'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    for (const sessionToken of trickyIds) await adapter.createSession(a.session(user.id, { sessionToken }))
    for (const id of trickyIds) equal((await adapter.getSessionAndUser(id))?.session.sessionToken, id)
  }),

  check(
    'name passkeys, each its own',
    ['createAuthenticator', 'getAuthenticator'],
    async ({ adapter, a }) => {
      const user = await adapter.createUser(a.user())
      for (const credentialID of trickyIds)
        await adapter.createAuthenticator(a.passkey(user.id, { credentialID }))
      for (const id of trickyIds) equal((await adapter.getAuthenticator(id))?.credentialID, id)
    },
  ),
]

const token = group('ids in any script', 'createVerificationToken', 'useVerificationToken')

const tokens = [
  token('name one-time tokens, each its own', [], async ({ adapter, a }) => {
    const records = trickyIds.map(id => a.token({ identifier: id, token: id }))
    for (const record of records) await adapter.createVerificationToken(record)
    for (const record of records) equal(await adapter.useVerificationToken(record), record)
  }),

  token('keep tokens apart, also where an address runs into them', [], async ({ adapter, a }) => {
    const one = a.token({ identifier: 'a:b', token: 'c' })
    await adapter.createVerificationToken(one)
    for (const [identifier, text] of [
      ['a', 'b:c'],
      ['a:', 'bc'],
      ['', 'a:bc'],
      ['a:bc', ''],
    ] as const)
      isNull(await adapter.useVerificationToken({ identifier, token: text }))
    equal(await adapter.useVerificationToken(one), one)
  }),
]

const strange = 'ids that a store might change'
const changed = group(strange, 'createUser')
const changedToken = group(strange, 'createVerificationToken', 'useVerificationToken')

const pairs = confusable.flatMap(([first, second]) => {
  const meeting = `${JSON.stringify(first)} never meets ${JSON.stringify(second)}`
  return [
    changed(`are refused or kept, but as a user ${meeting}`, ['getUser'], async ({ adapter, a, traits }) => {
      allows(limitsOf(traits).ids)
      const { id } = (await attempt(() => adapter.createUser(a.user({ id: first })))) ?? { id: null }
      if (id !== null) equal((await adapter.getUser(id))?.id, id)
      if (id === first) isNull(await attempt(() => adapter.getUser(second)))
    }),
    changed(
      `are refused or kept, but as an account ${meeting}`,
      ['linkAccount', 'getUserByAccount'],
      async ({ adapter, a }) => {
        const user = await adapter.createUser(a.user())
        const account = a.account(user.id, { providerAccountId: first })
        await attempt(() => adapter.linkAccount(account))
        isNull(await attempt(() => adapter.getUserByAccount({ ...account, providerAccountId: second })))
      },
    ),
    changedToken(`are refused or kept, but as an address ${meeting}`, [], async ({ adapter, a }) => {
      const record = a.token({ identifier: first })
      await attempt(() => adapter.createVerificationToken(record))
      isNull(await attempt(() => adapter.useVerificationToken({ ...record, identifier: second })))
    }),
  ]
})

const names = changed('do not stop anybody whose name has them', ['getUser'], async ({ adapter, a }) => {
  for (const name of ['cut \ud83d', 'nul\0l']) {
    const user = await adapter.createUser(a.user({ name }))
    equal((await adapter.getUser(user.id))?.name, user.name)
  }
})

export const textChecks = [...scripts, ...tokens, ...pairs, names]

async function attempt<T>(call: () => PromiseLike<T> | T): Promise<T | null> {
  try {
    return await call()
  } catch {
    return null
  }
}
