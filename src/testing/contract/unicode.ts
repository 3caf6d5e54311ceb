import { assertEqual, assertMatches, assertNull } from './assert.js'
import { defineChecks, skipWithReason } from './check.js'
import { confusablePairs, edgeCaseIds } from './edge-case-ids.js'
import { describeLimits } from './limits.js'

const check = defineChecks('ids in any script', 'createUser')

/** The parts of emails before the `@`. An email has at most 254 characters. */
const localParts = edgeCaseIds.filter(id => id.length <= 240)

const idChecks = [
  check('identify users uniquely', ['getUser'], async ({ adapter, build, options: limits }) => {
    skipWithReason(describeLimits(limits).ids)
    const users = edgeCaseIds.map(id => build.user({ id }))
    for (const user of users) await adapter.createUser(user)
    for (const user of users) assertMatches(await adapter.getUser(user.id), user)
  }),

  check('are kept in names', ['getUser'], async ({ adapter, build }) => {
    for (const name of edgeCaseIds) {
      const { id } = await adapter.createUser(build.user({ name }))
      assertEqual((await adapter.getUser(id))?.name, name)
    }
  }),

  check('identify users by email uniquely', ['getUserByEmail'], async ({ adapter, build }) => {
    const emails = localParts.map(id => `${id}@example.com`)
    for (const email of emails) await adapter.createUser(build.user({ email }))
    for (const email of emails) assertEqual((await adapter.getUserByEmail(email))?.email, email)
  }),

  check('identify accounts uniquely', ['linkAccount', 'getUserByAccount'], async ({ adapter, build }) => {
    const keys = edgeCaseIds.flatMap(id => [
      { provider: 'github', providerAccountId: id },
      { provider: id, providerAccountId: 'github' },
    ])
    const owners = new Map<object, string>()
    for (const key of keys) {
      const { id } = await adapter.createUser(build.user())
      await adapter.linkAccount(build.account(id, key))
      owners.set(key, id)
    }
    for (const key of keys) assertEqual((await adapter.getUserByAccount(key))?.id, owners.get(key))
  }),

  check('identify sessions uniquely', ['createSession', 'getSessionAndUser'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    for (const sessionToken of edgeCaseIds)
      await adapter.createSession(build.session(user.id, { sessionToken }))
    for (const id of edgeCaseIds) assertEqual((await adapter.getSessionAndUser(id))?.session.sessionToken, id)
  }),

  check(
    'identify passkeys uniquely',
    ['createAuthenticator', 'getAuthenticator'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      for (const credentialID of edgeCaseIds)
        await adapter.createAuthenticator(build.passkey(user.id, { credentialID }))
      for (const id of edgeCaseIds) assertEqual((await adapter.getAuthenticator(id))?.credentialID, id)
    },
  ),
]

const checkTokenId = defineChecks('ids in any script', 'createVerificationToken', 'useVerificationToken')

const tokenIdChecks = [
  checkTokenId('identify one-time tokens uniquely', [], async ({ adapter, build }) => {
    const records = edgeCaseIds.map(id => build.token({ identifier: id, token: id }))
    for (const record of records) await adapter.createVerificationToken(record)
    for (const record of records) assertEqual(await adapter.useVerificationToken(record), record)
  }),

  checkTokenId(
    'identify tokens uniquely, also if identifier and token join to the same text',
    [],
    async ({ adapter, build }) => {
      const one = build.token({ identifier: 'a:b', token: 'c' })
      await adapter.createVerificationToken(one)
      for (const [identifier, text] of [
        ['a', 'b:c'],
        ['a:', 'bc'],
        ['', 'a:bc'],
        ['a:bc', ''],
      ] as const)
        assertNull(await adapter.useVerificationToken({ identifier, token: text }))
      assertEqual(await adapter.useVerificationToken(one), one)
    },
  ),
]

const unsafeIdsGroup = 'unsafe characters'
const checkUnsafeId = defineChecks(unsafeIdsGroup, 'createUser')
const checkUnsafeTokenId = defineChecks(unsafeIdsGroup, 'createVerificationToken', 'useVerificationToken')

const pairChecks = confusablePairs.flatMap(([first, second]) => {
  const description = `${JSON.stringify(first)} never matches ${JSON.stringify(second)}`
  return [
    checkUnsafeId(
      `are rejected or kept: user id ${description}`,
      ['getUser'],
      async ({ adapter, build, options: limits }) => {
        skipWithReason(describeLimits(limits).ids)
        const { id } = (await attempt(() => adapter.createUser(build.user({ id: first })))) ?? { id: null }
        if (id !== null) assertEqual((await adapter.getUser(id))?.id, id)
        if (id === first) assertNull(await attempt(() => adapter.getUser(second)))
      },
    ),
    checkUnsafeId(
      `are rejected or kept: account id ${description}`,
      ['linkAccount', 'getUserByAccount'],
      async ({ adapter, build }) => {
        const user = await adapter.createUser(build.user())
        const account = build.account(user.id, { providerAccountId: first })
        await attempt(() => adapter.linkAccount(account))
        assertNull(await attempt(() => adapter.getUserByAccount({ ...account, providerAccountId: second })))
      },
    ),
    checkUnsafeTokenId(
      `are rejected or kept: token identifier ${description}`,
      [],
      async ({ adapter, build }) => {
        const record = build.token({ identifier: first })
        await attempt(() => adapter.createVerificationToken(record))
        assertNull(await attempt(() => adapter.useVerificationToken({ ...record, identifier: second })))
      },
    ),
  ]
})

const nameCheck = checkUnsafeId(
  'are accepted in names, replaced if necessary',
  ['getUser'],
  async ({ adapter, build }) => {
    for (const name of ['cut \ud83d', 'nul\0l']) {
      const user = await adapter.createUser(build.user({ name }))
      assertEqual((await adapter.getUser(user.id))?.name, user.name)
    }
  },
)

export const unicodeChecks = [...idChecks, ...tokenIdChecks, ...pairChecks, nameCheck]

async function attempt<T>(call: () => PromiseLike<T> | T): Promise<T | null> {
  try {
    return await call()
  } catch {
    return null
  }
}
