import type { AdapterMethod, AdapterUser } from '../../types/adapter.js'
import { assertEqual, assertMatches, assertNull, assertRejects, assertTrue } from './assert.js'
import {
  type CheckContext,
  createUnknownUserId,
  defineChecks,
  NotApplicable,
  runConcurrently,
  skipWithReason,
} from './check.js'
import { describeLimits } from './limits.js'

const check = defineChecks('users', 'createUser', 'getUser')

/** The methods that create and look up the records of a user. */
const ownershipMethods = [
  'getUserByEmail',
  'getUserByAccount',
  'getAccount',
  'linkAccount',
  'createSession',
  'getSessionAndUser',
] as const satisfies readonly AdapterMethod[]

export const userChecks = [
  check(
    'are found by id and by email as they were created',
    ['getUserByEmail'],
    async ({ adapter, build }) => {
      const user = build.user()
      const created = await adapter.createUser(user)
      assertMatches(created, { ...user, id: created.id })
      assertEqual(await adapter.getUser(created.id), created)
      assertEqual(await adapter.getUserByEmail(user.email), created)
    },
  ),

  check('keep the id that they are created with', [], async ({ adapter, build, options: limits }) => {
    skipWithReason(describeLimits(limits).ids)
    const user = build.user()
    assertEqual((await adapter.createUser(user)).id, user.id)
  }),

  check('that do not exist are null', ['getUserByEmail'], async context => {
    const { adapter, build } = context
    await adapter.createUser(build.user())
    assertNull(await adapter.getUser(await createUnknownUserId(context)))
    assertNull(await adapter.getUserByEmail('unknown@example.com'))
  }),

  check('get an id if they are created without one', [], async ({ adapter, build }) => {
    const { id: _, ...user } = build.user()
    const created = await adapter.createUser(user as AdapterUser)
    assertTrue(String(created.id ?? '') !== '', 'the user has no id')
    assertEqual(await adapter.getUser(created.id), created)
  }),

  check('may have no verified email, name or image', [], async ({ adapter, build }) => {
    const nothing = { emailVerified: null, name: null, image: null }
    const created = await adapter.createUser(build.user(nothing))
    const { emailVerified = null, name = null, image = null } = (await adapter.getUser(created.id)) ?? {}
    assertEqual({ emailVerified, name, image }, nothing)
  }),

  check(
    'keep the time of email verification to the millisecond',
    [],
    async ({ adapter, build, options: limits }) => {
      skipWithReason(describeLimits(limits).dates)
      const emailVerified = new Date(1_700_000_000_001)
      const created = await adapter.createUser(build.user({ emailVerified }))
      assertEqual((await adapter.getUser(created.id))?.emailVerified, emailVerified)
    },
  ),

  check('have unique emails', ['getUserByEmail'], async ({ adapter, build }) => {
    const first = await adapter.createUser(build.user({ email: 'ada@example.com' }))
    await assertRejects(() => adapter.createUser(build.user({ email: 'ada@example.com' })))
    assertEqual(await adapter.getUserByEmail('ada@example.com'), first)
  }),

  check(
    'have unique emails, also with 16 concurrent calls',
    ['getUserByEmail'],
    async ({ adapter, build }) => {
      const { results } = await runConcurrently(16, () =>
        adapter.createUser(build.user({ email: 'ada@example.com' })),
      )
      assertEqual(results.length, 1)
      assertEqual(await adapter.getUserByEmail('ada@example.com'), results[0])
    },
  ),

  check('cannot change to the email of another user', ['updateUser'], async ({ adapter, build }) => {
    const ada = await adapter.createUser(build.user())
    const bob = await adapter.createUser(build.user())
    await assertRejects(() => adapter.updateUser({ id: bob.id, email: ada.email }))
    assertEqual(await adapter.getUser(bob.id), bob)
    await adapter.updateUser({ id: ada.id, email: ada.email })
  }),

  check('cannot be created with the id of another user', [], async ({ adapter, build }) => {
    const first = await adapter.createUser(build.user())
    const { results } = await runConcurrently(1, () => adapter.createUser(build.user({ id: first.id })))
    for (const second of results) assertTrue(second.id !== first.id, 'two users have the same id')
    assertEqual(await adapter.getUser(first.id), first)
  }),

  check('without an email may be several', [], async ({ adapter, build, options: limits }) => {
    skipWithReason(describeLimits(limits).usersWithoutEmail)
    for (const email of [undefined, null, '', undefined, null, ''] as const) {
      const created = await adapter.createUser(build.userWithoutEmail(email))
      assertNull((await adapter.getUser(created.id))?.email || null)
    }
  }),

  check(
    'without an email are not found by email',
    ['getUserByEmail'],
    async ({ adapter, build, options: limits }) => {
      if (limits.usersWithoutEmail !== 'rejected')
        for (const email of [undefined, null, ''] as const)
          await adapter.createUser(build.userWithoutEmail(email))
      assertNull(await adapter.getUserByEmail(''))
    },
  ),

  check('are listed once each, in pages', ['listUsers'], async ({ adapter, build }) => {
    const created: string[] = []
    for (let count = 0; count < 5; count++) created.push((await adapter.createUser(build.user())).id)
    const listed: string[] = []
    for (
      let page = await adapter.listUsers({ limit: 2 });
      page.length > 0 && listed.length <= created.length;
    ) {
      assertTrue(page.length <= 2, 'a page has more users than its limit')
      listed.push(...page.map(({ id }) => id))
      page = await adapter.listUsers({ limit: 2, after: page.at(-1)?.id })
    }
    assertEqual(listed.sort(), created.sort())
  }),

  check('are found by a part of the name or email address', ['listUsers'], async ({ adapter, build }) => {
    const ada = await adapter.createUser(build.user({ name: 'Ada 50%_!', email: 'countess@example.com' }))
    const bob = await adapter.createUser(build.user({ name: 'Bob', email: 'bob@example.com' }))
    const find = async (search: string) => (await adapter.listUsers({ search })).map(({ id }) => id)
    assertEqual(await find('aDa 5'), [ada.id])
    assertEqual(await find('Countess@'), [ada.id])
    assertEqual(await find('bob@example.com'), [bob.id])
    for (const text of ['0%_!', '%', '_', '!']) assertEqual(await find(text), [ada.id])
    for (const text of ['a%5', "' or ''='", '\\']) assertEqual(await find(text), [])
  }),

  check('are updated only in the given fields', ['updateUser'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user({ emailVerified: null }))
    const emailVerified = build.dateFromNow(-1_000)
    const changed = await adapter.updateUser({ id: user.id, emailVerified, name: undefined })
    assertEqual(changed, { ...user, emailVerified })
    const renamed = { ...changed, name: 'Countess', image: null }
    assertEqual(await adapter.updateUser({ id: user.id, name: 'Countess', image: null }), renamed)
    assertEqual(await adapter.getUser(user.id), renamed)
    assertEqual(await adapter.updateUser({ id: user.id }), renamed)
  }),

  check('that do not exist cannot be updated', ['updateUser'], async context => {
    const id = await createUnknownUserId(context)
    await assertRejects(() => context.adapter.updateUser({ id, name: 'Nobody' }))
    assertNull(await context.adapter.getUser(id))
  }),

  check('may have fields that the store cannot keep', [], async ({ adapter, build }) => {
    const created = await adapter.createUser(
      build.user({ tags: ['a', { b: 1 }], active: true, seen: new Date() }),
    )
    assertMatches(await adapter.getUser(created.id), { email: created.email })
  }),

  check('can be deleted twice', ['deleteUser'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    await adapter.deleteUser(user.id)
    await adapter.deleteUser(user.id)
    assertNull(await adapter.getUser(user.id))
    await adapter.createUser(user)
  }),

  check('are copied on input and on output', [], async ({ adapter, build }) => {
    const input = build.user({ emailVerified: new Date(1_000) })
    const created = await adapter.createUser(input)
    const snapshot = structuredClone(created)
    input.name = 'changed'
    created.name = 'changed'
    input.emailVerified?.setTime(0)
    created.emailVerified?.setTime(0)
    const stored = await adapter.getUser(snapshot.id)
    assertEqual(stored, snapshot)
    stored?.emailVerified?.setTime(0)
    assertEqual(await adapter.getUser(snapshot.id), snapshot)
  }),

  check(
    'keep the columns that the app added',
    ['updateUser'],
    async ({ adapter, build, options: limits }) => {
      const { role, phone } = buildColumnValues(limits.extraUserColumns)
      const created = await adapter.createUser(build.user({ ...role, ...phone }))
      for (const user of [created, await adapter.getUser(created.id)])
        assertMatches(user, { ...role, ...phone })
      assertMatches(await adapter.updateUser({ id: created.id, name: 'New' }), { ...role, ...phone })
      const [column = ''] = Object.keys(phone)
      await adapter.updateUser({ id: created.id, [column]: 'changed' })
      assertMatches(await adapter.getUser(created.id), { ...role, name: 'New', [column]: 'changed' })
    },
  ),

  check(
    'have the columns that the app added in every result',
    ['getUserByEmail', 'getUserByAccount', 'linkAccount', 'createSession', 'getSessionAndUser'],
    async ({ adapter, build, options: limits }) => {
      const { role } = buildColumnValues(limits.extraUserColumns)
      const { id, email } = await adapter.createUser(build.user(role))
      const [account, session] = [build.account(id), build.session(id)]
      await adapter.linkAccount(account)
      await adapter.createSession(session)
      assertMatches(await adapter.getUserByEmail(email), role)
      assertMatches(await adapter.getUserByAccount(account), role)
      assertMatches((await adapter.getSessionAndUser(session.sessionToken))?.user, role)
    },
  ),

  check(
    'are deleted with all of their records and no others',
    ['deleteUser', ...ownershipMethods],
    async context => {
      skipWithReason(describeLimits(context.options).cascade)
      const [ada, bob] = [
        await createUserWithOwnedEntities(context),
        await createUserWithOwnedEntities(context),
      ]
      await context.adapter.deleteUser(ada.user.id)
      assertEqual(
        (await readOwnedEntities(context, ada)).filter(stored => stored !== null),
        [],
      )
      assertEqual((await readOwnedEntities(context, bob)).includes(null), false)
    },
  ),

  check(
    'are deleted with all of their passkeys and no others',
    ['deleteUser', 'createAuthenticator', 'getAuthenticator'],
    async ({ adapter, build, options: limits }) => {
      skipWithReason(describeLimits(limits).cascade)
      const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
      const [deleted, other] = [build.passkey(ada.id), build.passkey(bob.id)]
      for (const passkey of [deleted, other]) await adapter.createAuthenticator(passkey)
      await adapter.deleteUser(ada.id)
      assertNull(await adapter.getAuthenticator(deleted.credentialID))
      assertMatches(await adapter.getAuthenticator(other.credentialID), other)
    },
  ),

  check('survive a restart of the process', [...ownershipMethods], async context => {
    const { user, account, session } = await createUserWithOwnedEntities(context)
    const reopened = await context.reopen()
    assertEqual(await reopened.getUser(user.id), user)
    assertMatches(await reopened.getAccount(account.providerAccountId, account.provider), account)
    assertMatches((await reopened.getSessionAndUser(session.sessionToken))?.session, session)
  }),
]

/** Builds values for the first and the second column that the app added. */
function buildColumnValues([first, second = first]: readonly string[] = []) {
  if (first === undefined || second === undefined)
    throw new NotApplicable('The test sets no `extraUserColumns`.')
  return {
    role: { [first]: 'admin' },
    phone: first === second ? { [first]: 'admin' } : { [second]: '+44 1' },
  }
}

type OwnershipContext = CheckContext<'createUser' | 'getUser' | (typeof ownershipMethods)[number]>

async function createUserWithOwnedEntities({ adapter, build }: OwnershipContext) {
  const user = await adapter.createUser(build.user())
  const account = build.account(user.id)
  await adapter.linkAccount(account)
  const session = build.session(user.id)
  await adapter.createSession(session)
  return { user, account, session }
}

async function readOwnedEntities(
  { adapter }: OwnershipContext,
  { user, account, session }: Awaited<ReturnType<typeof createUserWithOwnedEntities>>,
) {
  return [
    await adapter.getUser(user.id),
    await adapter.getUserByEmail(user.email),
    await adapter.getUserByAccount(account),
    await adapter.getAccount(account.providerAccountId, account.provider),
    await adapter.getSessionAndUser(session.sessionToken),
  ]
}
