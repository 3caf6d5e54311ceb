import type { AdapterMethod, AdapterUser } from '../../types/adapter.js'
import { equal, isNull, isTrue, matches, rejects } from './assert.js'
import { allows, anUnknownId, atOnce, type Bench, group, NotApplicable } from './check.js'
import { limitsOf } from './traits.js'

const check = group('users', 'createUser', 'getUser')

/** What somebody owns is made and looked for with these. */
const ownership = [
  'getUserByEmail',
  'getUserByAccount',
  'getAccount',
  'linkAccount',
  'createSession',
  'getSessionAndUser',
] as const satisfies readonly AdapterMethod[]

export const userChecks = [
  check('are found by id and by address as they were created', ['getUserByEmail'], async ({ adapter, a }) => {
    const user = a.user()
    const created = await adapter.createUser(user)
    matches(created, { ...user, id: created.id })
    equal(await adapter.getUser(created.id), created)
    equal(await adapter.getUserByEmail(user.email), created)
  }),

  check('keep the id that they come with', [], async ({ adapter, a, traits }) => {
    allows(limitsOf(traits).ids)
    const user = a.user()
    equal((await adapter.createUser(user)).id, user.id)
  }),

  check('that are unknown are null', ['getUserByEmail'], async bench => {
    const { adapter, a } = bench
    await adapter.createUser(a.user())
    isNull(await adapter.getUser(await anUnknownId(bench)))
    isNull(await adapter.getUserByEmail('unknown@example.com'))
  }),

  check('get an id when they come without one', [], async ({ adapter, a }) => {
    const { id: _, ...user } = a.user()
    const created = await adapter.createUser(user as AdapterUser)
    isTrue(String(created.id ?? '') !== '', 'the user has no id')
    equal(await adapter.getUser(created.id), created)
  }),

  check('may be unverified, nameless and faceless', [], async ({ adapter, a }) => {
    const nothing = { emailVerified: null, name: null, image: null }
    const created = await adapter.createUser(a.user(nothing))
    const { emailVerified = null, name = null, image = null } = (await adapter.getUser(created.id)) ?? {}
    equal({ emailVerified, name, image }, nothing)
  }),

  check('tell when their address was proven to the millisecond', [], async ({ adapter, a, traits }) => {
    allows(limitsOf(traits).dates)
    const emailVerified = new Date(1_700_000_000_001)
    const created = await adapter.createUser(a.user({ emailVerified }))
    equal((await adapter.getUser(created.id))?.emailVerified, emailVerified)
  }),

  check('have one owner per address', ['getUserByEmail'], async ({ adapter, a }) => {
    const first = await adapter.createUser(a.user({ email: 'ada@example.com' }))
    await rejects(() => adapter.createUser(a.user({ email: 'ada@example.com' })))
    equal(await adapter.getUserByEmail('ada@example.com'), first)
  }),

  check(
    'have one owner per address, also when 16 ask at once',
    ['getUserByEmail'],
    async ({ adapter, a }) => {
      const { answers } = await atOnce(16, () => adapter.createUser(a.user({ email: 'ada@example.com' })))
      equal(answers.length, 1)
      equal(await adapter.getUserByEmail('ada@example.com'), answers[0])
    },
  ),

  check('cannot move to the address of another', ['updateUser'], async ({ adapter, a }) => {
    const ada = await adapter.createUser(a.user())
    const bob = await adapter.createUser(a.user())
    await rejects(() => adapter.updateUser({ id: bob.id, email: ada.email }))
    equal(await adapter.getUser(bob.id), bob)
    await adapter.updateUser({ id: ada.id, email: ada.email })
  }),

  check('cannot take the id of another', [], async ({ adapter, a }) => {
    const first = await adapter.createUser(a.user())
    const { answers } = await atOnce(1, () => adapter.createUser(a.user({ id: first.id })))
    for (const second of answers) isTrue(second.id !== first.id, 'two users have one id')
    equal(await adapter.getUser(first.id), first)
  }),

  check('without an address may be many', [], async ({ adapter, a, traits }) => {
    allows(limitsOf(traits).usersWithoutAddress)
    for (const email of [undefined, null, '', undefined, null, ''] as const) {
      const created = await adapter.createUser(a.userWithoutEmail(email))
      isNull((await adapter.getUser(created.id))?.email || null)
    }
  }),

  check('without an address are found by no look-up', ['getUserByEmail'], async ({ adapter, a, traits }) => {
    if (traits.usersWithoutAddress !== 'refused')
      for (const email of [undefined, null, ''] as const) await adapter.createUser(a.userWithoutEmail(email))
    isNull(await adapter.getUserByEmail(''))
  }),

  check('change in the given fields alone', ['updateUser'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user({ emailVerified: null }))
    const emailVerified = a.later(-1_000)
    const changed = await adapter.updateUser({ id: user.id, emailVerified, name: undefined })
    equal(changed, { ...user, emailVerified })
    const renamed = { ...changed, name: 'Countess', image: null }
    equal(await adapter.updateUser({ id: user.id, name: 'Countess', image: null }), renamed)
    equal(await adapter.getUser(user.id), renamed)
    equal(await adapter.updateUser({ id: user.id }), renamed)
  }),

  check('that are unknown cannot be changed', ['updateUser'], async bench => {
    const id = await anUnknownId(bench)
    await rejects(() => bench.adapter.updateUser({ id, name: 'Nobody' }))
    isNull(await bench.adapter.getUser(id))
  }),

  check('may carry fields that the store has no place for', [], async ({ adapter, a }) => {
    const created = await adapter.createUser(
      a.user({ tags: ['a', { b: 1 }], active: true, seen: new Date() }),
    )
    matches(await adapter.getUser(created.id), { email: created.email })
  }),

  check('can be deleted twice', ['deleteUser'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    await adapter.deleteUser(user.id)
    await adapter.deleteUser(user.id)
    isNull(await adapter.getUser(user.id))
    await adapter.createUser(user)
  }),

  check('are copies, on the way in and on the way out', [], async ({ adapter, a }) => {
    const given = a.user({ emailVerified: new Date(1_000) })
    const created = await adapter.createUser(given)
    const kept = structuredClone(created)
    given.name = 'changed'
    created.name = 'changed'
    given.emailVerified?.setTime(0)
    created.emailVerified?.setTime(0)
    const found = await adapter.getUser(kept.id)
    equal(found, kept)
    found?.emailVerified?.setTime(0)
    equal(await adapter.getUser(kept.id), kept)
  }),

  check('keep the columns that the app added', ['updateUser'], async ({ adapter, a, traits }) => {
    const { role, phone } = ownColumns(traits.ownUserColumns)
    const created = await adapter.createUser(a.user({ ...role, ...phone }))
    for (const user of [created, await adapter.getUser(created.id)]) matches(user, { ...role, ...phone })
    matches(await adapter.updateUser({ id: created.id, name: 'New' }), { ...role, ...phone })
    const [column = ''] = Object.keys(phone)
    await adapter.updateUser({ id: created.id, [column]: 'changed' })
    matches(await adapter.getUser(created.id), { ...role, name: 'New', [column]: 'changed' })
  }),

  check(
    'tell the columns that the app added wherever they are told',
    ['getUserByEmail', 'getUserByAccount', 'linkAccount', 'createSession', 'getSessionAndUser'],
    async ({ adapter, a, traits }) => {
      const { role } = ownColumns(traits.ownUserColumns)
      const { id, email } = await adapter.createUser(a.user(role))
      const [account, session] = [a.account(id), a.session(id)]
      await adapter.linkAccount(account)
      await adapter.createSession(session)
      matches(await adapter.getUserByEmail(email), role)
      matches(await adapter.getUserByAccount(account), role)
      matches((await adapter.getSessionAndUser(session.sessionToken))?.user, role)
    },
  ),

  check(
    'take everything of theirs with them, and nothing of others',
    ['deleteUser', ...ownership],
    async bench => {
      allows(limitsOf(bench.traits).cascade)
      const [ada, bob] = [await member(bench), await member(bench)]
      await bench.adapter.deleteUser(ada.user.id)
      equal(
        (await left(bench, ada)).filter(found => found !== null),
        [],
      )
      equal((await left(bench, bob)).includes(null), false)
    },
  ),

  check(
    'take their passkeys with them, and not those of others',
    ['deleteUser', 'createAuthenticator', 'getAuthenticator'],
    async ({ adapter, a, traits }) => {
      allows(limitsOf(traits).cascade)
      const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
      const [gone, other] = [a.passkey(ada.id), a.passkey(bob.id)]
      for (const passkey of [gone, other]) await adapter.createAuthenticator(passkey)
      await adapter.deleteUser(ada.id)
      isNull(await adapter.getAuthenticator(gone.credentialID))
      matches(await adapter.getAuthenticator(other.credentialID), other)
    },
  ),

  check('outlive the process', [...ownership], async bench => {
    const { user, account, session } = await member(bench)
    const again = await bench.reopen()
    equal(await again.getUser(user.id), user)
    matches(await again.getAccount(account.providerAccountId, account.provider), account)
    matches((await again.getSessionAndUser(session.sessionToken))?.session, session)
  }),
]

/** Two groups of values, for the first column that the app added and for the second. */
function ownColumns([first, second = first]: readonly string[] = []) {
  if (first === undefined || second === undefined) throw new NotApplicable('No `ownUserColumns` were named.')
  return {
    role: { [first]: 'admin' },
    phone: first === second ? { [first]: 'admin' } : { [second]: '+44 1' },
  }
}

type Owner = Bench<'createUser' | 'getUser' | (typeof ownership)[number]>

async function member({ adapter, a }: Owner) {
  const user = await adapter.createUser(a.user())
  const account = a.account(user.id)
  await adapter.linkAccount(account)
  const session = a.session(user.id)
  await adapter.createSession(session)
  return { user, account, session }
}

async function left({ adapter }: Owner, { user, account, session }: Awaited<ReturnType<typeof member>>) {
  return [
    await adapter.getUser(user.id),
    await adapter.getUserByEmail(user.email),
    await adapter.getUserByAccount(account),
    await adapter.getAccount(account.providerAccountId, account.provider),
    await adapter.getSessionAndUser(session.sessionToken),
  ]
}
