import { assertEqual, assertMatches, assertNull, assertRejects, assertTrue } from './assert.js'
import { createUnknownUserId, defineChecks, runConcurrently, skipWithReason } from './check.js'
import { describeLimits } from './limits.js'

const check = defineChecks('accounts', 'createUser', 'linkAccount', 'getUserByAccount')

const accounts = [
  check('keep all values that the provider returned', ['getAccount'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const account = build.account(user.id)
    await adapter.linkAccount(account)
    assertMatches(await adapter.getAccount(account.providerAccountId, account.provider), account)
  }),

  check('have no values that the provider did not return', ['getAccount'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const { provider, providerAccountId, type, userId } = build.account(user.id)
    await adapter.linkAccount({ provider, providerAccountId, type, userId })
    const account = await adapter.getAccount(providerAccountId, provider)
    assertNull(account?.access_token ?? null)
    assertNull(account?.expires_at ?? null)
  }),

  check('may have fields that the store cannot keep', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const account = { ...build.account(user.id), id_token_type: 'x', team: { id: 1, names: ['a'] } }
    await adapter.linkAccount(account)
    assertEqual((await adapter.getUserByAccount(account))?.id, user.id)
  }),

  check('of a user are listed without those of others', ['listAccountsByUserId'], async context => {
    const { adapter, build } = context
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const own = [build.account(ada.id), build.account(ada.id)]
    for (const account of [...own, build.account(bob.id)]) await adapter.linkAccount(account)
    const ids = (await adapter.listAccountsByUserId(ada.id)).map(account => account.providerAccountId)
    assertEqual(ids.sort(), own.map(account => account.providerAccountId).sort())
    assertEqual(await adapter.listAccountsByUserId(await createUnknownUserId(context)), [])
  }),

  check(
    'that are unlinked are no longer listed',
    ['listAccountsByUserId', 'unlinkAccount'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const [kept, unlinked] = [build.account(user.id), build.account(user.id)]
      for (const account of [kept, unlinked]) await adapter.linkAccount(account)
      await adapter.unlinkAccount(unlinked)
      const ids = (await adapter.listAccountsByUserId(user.id)).map(account => account.providerAccountId)
      assertEqual(ids, [kept.providerAccountId])
    },
  ),

  check('resolve to their user', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const account = build.account(user.id)
    await adapter.linkAccount(account)
    assertEqual(await adapter.getUserByAccount(account), user)
  }),

  check(
    'are found only if provider and account id both match',
    ['getAccount'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const { provider, providerAccountId: id } = build.account(user.id)
      await adapter.linkAccount(build.account(user.id, { providerAccountId: id }))
      assertNull(await adapter.getAccount(id, 'gitlab'))
      assertNull(await adapter.getAccount('unknown', provider))
      assertNull(await adapter.getUserByAccount({ provider: 'gitlab', providerAccountId: id }))
      assertNull(await adapter.getUserByAccount({ provider, providerAccountId: 'unknown' }))
    },
  ),

  check(
    'may be several per user, with the same id at different providers',
    [],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      for (const provider of ['github', 'gitlab', 'google'])
        await adapter.linkAccount(build.account(user.id, { provider, providerAccountId: '1' }))
      for (const provider of ['github', 'gitlab', 'google'])
        assertEqual(await adapter.getUserByAccount({ provider, providerAccountId: '1' }), user)
    },
  ),

  check('cannot be linked to a second user', [], async ({ adapter, build }) => {
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const account = build.account(ada.id)
    await adapter.linkAccount(account)
    await assertRejects(() => adapter.linkAccount({ ...account, userId: bob.id }))
    assertEqual(await adapter.getUserByAccount(account), ada)
  }),

  check('cannot be linked to several users by 16 concurrent calls', [], async ({ adapter, build }) => {
    const users = await Promise.all(Array.from({ length: 16 }, async () => adapter.createUser(build.user())))
    const key = { provider: 'github', providerAccountId: '42' }
    const { results } = await runConcurrently(16, i =>
      adapter.linkAccount(build.account(users[i]?.id ?? '', key)),
    )
    assertEqual(results.length, 1)
    assertTrue((await adapter.getUserByAccount(key)) !== null, 'the account belongs to no user')
  }),

  check('cannot belong to a user that does not exist', [], async context => {
    const { adapter, build, options: limits } = context
    skipWithReason(describeLimits(limits).orphans)
    const account = build.account(await createUnknownUserId(context))
    await assertRejects(() => adapter.linkAccount(account))
    assertNull(await adapter.getUserByAccount(account))
  }),

  check(
    'accept new tokens and keep the fields that are not given',
    ['updateAccount', 'getAccount'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const account = build.account(user.id, { refresh_token: 'given once' })
      const { provider, providerAccountId } = account
      const other = build.account(user.id, { provider: 'gitlab', providerAccountId })
      for (const linkedAccount of [account, other]) await adapter.linkAccount(linkedAccount)
      const newTokens = { access_token: 'fresh', expires_at: 2_000_000_000, refresh_token: undefined }
      await adapter.updateAccount({ provider, providerAccountId, ...newTokens })
      const expected = { ...account, access_token: 'fresh', expires_at: 2_000_000_000 }
      assertMatches(await adapter.getAccount(providerAccountId, provider), expected)
      assertMatches(await adapter.getAccount(providerAccountId, 'gitlab'), other)
    },
  ),

  check('that do not exist are not created by an update', ['updateAccount'], async ({ adapter }) => {
    const key = { provider: 'github', providerAccountId: 'unknown' }
    assertNull((await adapter.updateAccount({ ...key, access_token: 'fresh' })) ?? null)
    assertNull(await adapter.getUserByAccount(key))
  }),

  check(
    'can be unlinked and then linked to another user',
    ['unlinkAccount', 'getUser'],
    async ({ adapter, build }) => {
      const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
      const account = build.account(ada.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(account)
      await adapter.unlinkAccount(account)
      assertNull(await adapter.getUserByAccount(account))
      assertEqual(await adapter.getUser(ada.id), ada)
      await adapter.linkAccount({ ...account, userId: bob.id })
      assertEqual(await adapter.getUserByAccount(account), bob)
    },
  ),
]

const checkSessionState = defineChecks(
  'the session state of a provider',
  'createUser',
  'linkAccount',
  'getAccount',
)

const sessionStates = ['', 'plain', '123', '"quoted"', '{"a":1}', 'null', 7, true, { a: [1, null] }, ['x']]

export const accountChecks = [
  ...accounts,
  ...sessionStates.map(session_state =>
    checkSessionState(`is kept as ${JSON.stringify(session_state)}`, [], async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const account = build.account(user.id, { session_state })
      await adapter.linkAccount(account)
      const stored = await adapter.getAccount(account.providerAccountId, account.provider)
      assertEqual(stored?.session_state, session_state)
    }),
  ),
]
