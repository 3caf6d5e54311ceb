import { equal, isNull, isTrue, matches, rejects } from './assert.js'
import { allows, anUnknownId, atOnce, group } from './check.js'
import { limitsOf } from './traits.js'

const check = group('accounts', 'createUser', 'linkAccount', 'getUserByAccount')

const accounts = [
  check('keep all that the provider gave', ['getAccount'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const account = a.account(user.id)
    await adapter.linkAccount(account)
    matches(await adapter.getAccount(account.providerAccountId, account.provider), account)
  }),

  check('keep nothing that the provider did not give', ['getAccount'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const { provider, providerAccountId, type, userId } = a.account(user.id)
    await adapter.linkAccount({ provider, providerAccountId, type, userId })
    const account = await adapter.getAccount(providerAccountId, provider)
    isNull(account?.access_token ?? null)
    isNull(account?.expires_at ?? null)
  }),

  check('may carry fields that the store has no place for', [], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const account = { ...a.account(user.id), id_token_type: 'x', team: { id: 1, names: ['a'] } }
    await adapter.linkAccount(account)
    equal((await adapter.getUserByAccount(account))?.id, user.id)
  }),

  check('lead to their user', [], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const account = a.account(user.id)
    await adapter.linkAccount(account)
    equal(await adapter.getUserByAccount(account), user)
  }),

  check('are found only when provider and account id both match', ['getAccount'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const { provider, providerAccountId: id } = a.account(user.id)
    await adapter.linkAccount(a.account(user.id, { providerAccountId: id }))
    isNull(await adapter.getAccount(id, 'gitlab'))
    isNull(await adapter.getAccount('unknown', provider))
    isNull(await adapter.getUserByAccount({ provider: 'gitlab', providerAccountId: id }))
    isNull(await adapter.getUserByAccount({ provider, providerAccountId: 'unknown' }))
  }),

  check(
    'may be several for one user, and have the same id at different providers',
    [],
    async ({ adapter, a }) => {
      const user = await adapter.createUser(a.user())
      for (const provider of ['github', 'gitlab', 'google'])
        await adapter.linkAccount(a.account(user.id, { provider, providerAccountId: '1' }))
      for (const provider of ['github', 'gitlab', 'google'])
        equal(await adapter.getUserByAccount({ provider, providerAccountId: '1' }), user)
    },
  ),

  check('have one owner, whoever asks next', [], async ({ adapter, a }) => {
    const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
    const account = a.account(ada.id)
    await adapter.linkAccount(account)
    await rejects(() => adapter.linkAccount({ ...account, userId: bob.id }))
    equal(await adapter.getUserByAccount(account), ada)
  }),

  check('have one owner, also when 16 ask at once', [], async ({ adapter, a }) => {
    const users = await Promise.all(Array.from({ length: 16 }, async () => adapter.createUser(a.user())))
    const key = { provider: 'github', providerAccountId: '42' }
    const { answers } = await atOnce(16, i => adapter.linkAccount(a.account(users[i]?.id ?? '', key)))
    equal(answers.length, 1)
    isTrue((await adapter.getUserByAccount(key)) !== null, 'the account has no owner')
  }),

  check('cannot belong to nobody', [], async bench => {
    const { adapter, a, traits } = bench
    allows(limitsOf(traits).orphans)
    const account = a.account(await anUnknownId(bench))
    await rejects(() => adapter.linkAccount(account))
    isNull(await adapter.getUserByAccount(account))
  }),

  check(
    'take fresh tokens, and keep the fields that are not given',
    ['updateAccount', 'getAccount'],
    async ({ adapter, a }) => {
      const user = await adapter.createUser(a.user())
      const account = a.account(user.id, { refresh_token: 'given once' })
      const { provider, providerAccountId } = account
      const other = a.account(user.id, { provider: 'gitlab', providerAccountId })
      for (const one of [account, other]) await adapter.linkAccount(one)
      const fresh = { access_token: 'fresh', expires_at: 2_000_000_000, refresh_token: undefined }
      await adapter.updateAccount({ provider, providerAccountId, ...fresh })
      const expected = { ...account, access_token: 'fresh', expires_at: 2_000_000_000 }
      matches(await adapter.getAccount(providerAccountId, provider), expected)
      matches(await adapter.getAccount(providerAccountId, 'gitlab'), other)
    },
  ),

  check('that nobody has are not made by an update', ['updateAccount'], async ({ adapter }) => {
    const key = { provider: 'github', providerAccountId: 'unknown' }
    isNull((await adapter.updateAccount({ ...key, access_token: 'fresh' })) ?? null)
    isNull(await adapter.getUserByAccount(key))
  }),

  check(
    'can be unlinked, and linked again by another',
    ['unlinkAccount', 'getUser'],
    async ({ adapter, a }) => {
      const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
      const account = a.account(ada.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(account)
      await adapter.unlinkAccount(account)
      isNull(await adapter.getUserByAccount(account))
      equal(await adapter.getUser(ada.id), ada)
      await adapter.linkAccount({ ...account, userId: bob.id })
      equal(await adapter.getUserByAccount(account), bob)
    },
  ),
]

const state = group('the session state of a provider', 'createUser', 'linkAccount', 'getAccount')

const states = ['', 'plain', '123', '"quoted"', '{"a":1}', 'null', 7, true, { a: [1, null] }, ['x']]

export const accountChecks = [
  ...accounts,
  ...states.map(session_state =>
    state(`survives as ${JSON.stringify(session_state)}`, [], async ({ adapter, a }) => {
      const user = await adapter.createUser(a.user())
      const account = a.account(user.id, { session_state })
      await adapter.linkAccount(account)
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      equal(found?.session_state, session_state)
    }),
  ),
]
