import { assertDate, assertEqual, assertMatches, assertNull, assertRejects, assertTrue } from './assert.js'
import { createUnknownUserId, defineChecks, runConcurrently, skipWithReason } from './check.js'
import { describeLimits } from './limits.js'

const check = defineChecks('sessions', 'createUser', 'createSession', 'getSessionAndUser')

export const sessionChecks = [
  check('are read together with their user, and with nothing else', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const session = build.session(user.id)
    assertMatches(await adapter.createSession(session), session)
    const result = await adapter.getSessionAndUser(session.sessionToken)
    assertEqual(Object.keys(result ?? {}).sort(), ['session', 'user'])
    assertMatches(result?.session, session)
    assertEqual(result?.user, user)
  }),

  check('that do not exist are null', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    await adapter.createSession(build.session(user.id))
    assertNull(await adapter.getSessionAndUser('unknown'))
    assertNull(await adapter.getSessionAndUser(''))
  }),

  check(
    'keep their expiry to the millisecond, also after it has passed',
    [],
    async ({ adapter, build, options: limits }) => {
      skipWithReason(describeLimits(limits).dates)
      const user = await adapter.createUser(build.user())
      const passed = limits.expired === 'deleted' ? [] : [1, 1_700_000_000_001]
      for (const time of [...passed, Date.now() + 86_400_001, 253_402_300_799_999]) {
        const session = build.session(user.id, { expires: new Date(time) })
        await adapter.createSession(session)
        assertDate((await adapter.getSessionAndUser(session.sessionToken))?.session.expires, time)
      }
    },
  ),

  check('keep their start if the adapter stores it', [], async ({ adapter, build }) => {
    if (!adapter.storesSessionStart) skipWithReason('The adapter has no `storesSessionStart: true`.')
    const user = await adapter.createUser(build.user())
    const session = build.session(user.id, { startedAt: build.dateFromNow(-3_600_000) })
    await adapter.createSession(session)
    assertMatches((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
  }),

  check('of several users and browsers are kept apart', [], async ({ adapter, build }) => {
    const users = await Promise.all(Array.from({ length: 5 }, async () => adapter.createUser(build.user())))
    const sessions = users.flatMap(user => Array.from({ length: 4 }, () => build.session(user.id)))
    for (const session of sessions.slice(0, 10)) await adapter.createSession(session)
    await Promise.all(sessions.slice(10).map(async session => adapter.createSession(session)))
    const result = await Promise.all(
      sessions.map(async ({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
    )
    assertEqual(
      result.map(sessionAndUser => sessionAndUser?.user.id),
      sessions.map(session => session.userId),
    )
  }),

  check('cannot have the token of another session', [], async ({ adapter, build }) => {
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const session = build.session(ada.id)
    await adapter.createSession(session)
    await assertRejects(() => adapter.createSession({ ...session, userId: bob.id }))
    assertEqual((await adapter.getSessionAndUser(session.sessionToken))?.user, ada)
  }),

  check('cannot belong to a user that does not exist', [], async context => {
    const { adapter, build, options: limits } = context
    skipWithReason(describeLimits(limits).orphans)
    const session = build.session(await createUnknownUserId(context))
    await assertRejects(() => adapter.createSession(session))
    assertNull(await adapter.getSessionAndUser(session.sessionToken))
  }),

  check('can be extended', ['updateSession'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const [session, other] = [build.session(user.id), build.session(user.id)]
    for (const newSession of [session, other]) await adapter.createSession(newSession)
    const { sessionToken } = session
    const expires = build.dateFromNow(30 * 86_400_000)
    await adapter.updateSession({ sessionToken, expires })
    assertMatches((await adapter.getSessionAndUser(sessionToken))?.session, { ...session, expires })
    assertEqual((await adapter.getSessionAndUser(sessionToken))?.user, user)
    assertMatches((await adapter.getSessionAndUser(other.sessionToken))?.session, other)
  }),

  check('expire as the last of several updates sets', ['updateSession'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const session = build.session(user.id)
    const { sessionToken } = session
    await adapter.createSession(session)
    for (const day of [3, 1, 2]) {
      const expires = build.dateFromNow(day * 86_400_000)
      await adapter.updateSession({ sessionToken, expires })
      assertEqual((await adapter.getSessionAndUser(sessionToken))?.session.expires, expires)
    }
  }),

  check(
    'that were deleted are not recreated by an extension',
    ['updateSession', 'deleteSession'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const session = build.session(user.id)
      await adapter.createSession(session)
      await adapter.deleteSession(session.sessionToken)
      // The call may also reject, as long as the session is not recreated.
      await runConcurrently(1, () => adapter.updateSession(session))
      assertNull(await adapter.getSessionAndUser(session.sessionToken))
    },
  ),

  check(
    'that are extended and deleted concurrently are deleted',
    ['updateSession', 'deleteSession'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      for (let round = 0; round < 10; round++) {
        const session = build.session(user.id)
        await adapter.createSession(session)
        await runConcurrently(16, i =>
          i === round ? adapter.deleteSession(session.sessionToken) : adapter.updateSession(session),
        )
        assertNull(await adapter.getSessionAndUser(session.sessionToken))
      }
    },
  ),

  check(
    'can be deleted by 16 concurrent calls, and others remain',
    ['deleteSession'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const [deleted, other] = [build.session(user.id), build.session(user.id)]
      for (const session of [deleted, other]) await adapter.createSession(session)
      const { errors } = await runConcurrently(16, () => adapter.deleteSession(deleted.sessionToken))
      assertEqual(errors, [])
      assertNull(await adapter.getSessionAndUser(deleted.sessionToken))
      assertTrue(
        (await adapter.getSessionAndUser(other.sessionToken)) !== null,
        'another session was deleted, too',
      )
    },
  ),

  check('are copied', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const session = build.session(user.id)
    const time = session.expires.getTime()
    const created = await adapter.createSession(session)
    session.expires.setTime(0)
    created.expires.setTime(0)
    const result = await adapter.getSessionAndUser(session.sessionToken)
    assertDate(result?.session.expires, time)
    result?.session.expires.setTime(0)
    assertDate((await adapter.getSessionAndUser(session.sessionToken))?.session.expires, time)
  }),

  check('of a user are listed without those of others', ['listSessionsByUserId'], async context => {
    const { adapter, build } = context
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const adaSessions = [build.session(ada.id), build.session(ada.id)]
    for (const session of [...adaSessions, build.session(bob.id)]) await adapter.createSession(session)
    const listedSessions = await adapter.listSessionsByUserId(ada.id)
    assertEqual(listedSessions.length, 2)
    for (const session of adaSessions)
      assertMatches(
        listedSessions.find(({ sessionToken }) => sessionToken === session.sessionToken),
        session,
      )
    assertEqual(await adapter.listSessionsByUserId(await createUnknownUserId(context)), [])
  }),

  check(
    'of a user are all deleted, and those of others remain',
    ['deleteSessionsByUserId'],
    async context => {
      const { adapter, build } = context
      const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
      const adaSessions = [build.session(ada.id), build.session(ada.id), build.session(ada.id)]
      const bobSession = build.session(bob.id)
      for (const session of [...adaSessions, bobSession]) await adapter.createSession(session)
      assertEqual(await adapter.deleteSessionsByUserId(ada.id), 3)
      for (const { sessionToken } of adaSessions) assertNull(await adapter.getSessionAndUser(sessionToken))
      assertMatches((await adapter.getSessionAndUser(bobSession.sessionToken))?.session, bobSession)
      assertEqual(await adapter.deleteSessionsByUserId(ada.id), 0)
      assertEqual(await adapter.deleteSessionsByUserId(await createUnknownUserId(context)), 0)
    },
  ),

  check(
    'of a user are deleted on all other devices',
    ['deleteSessionsByUserId'],
    async ({ adapter, build }) => {
      const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
      const [here, there, bobSession] = [build.session(ada.id), build.session(ada.id), build.session(bob.id)]
      for (const session of [here, there, bobSession]) await adapter.createSession(session)
      assertEqual(await adapter.deleteSessionsByUserId(ada.id, { except: here.sessionToken }), 1)
      assertNull(await adapter.getSessionAndUser(there.sessionToken))
      assertMatches((await adapter.getSessionAndUser(here.sessionToken))?.session, here)
      // The token of another user's session excludes nothing.
      assertEqual(await adapter.deleteSessionsByUserId(ada.id, { except: bobSession.sessionToken }), 1)
      assertMatches((await adapter.getSessionAndUser(bobSession.sessionToken))?.session, bobSession)
    },
  ),
]

const checkExpiry = defineChecks('expired records', 'deleteExpired')

/** Only records that expire before this date are expired. */
const cutoff = new Date(1_700_000_000_000)
const beforeCutoff = new Date(cutoff.getTime() - 1_000)

export const expiryChecks = [
  checkExpiry(
    'are deleted from the sessions, and the others remain',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async ({ adapter, build, options: limits }) => {
      const user = await adapter.createUser(build.user())
      const expired = [
        build.session(user.id, { expires: beforeCutoff }),
        build.session(user.id, { expires: new Date(1_000) }),
      ]
      const atCutoff = limits.expired === 'deleted' ? [] : [build.session(user.id, { expires: cutoff })]
      const active = [...atCutoff, build.session(user.id)]
      for (const session of [...expired, ...active]) await adapter.createSession(session)
      await adapter.deleteExpired(cutoff)
      for (const { sessionToken } of expired) assertNull(await adapter.getSessionAndUser(sessionToken))
      for (const session of active)
        assertMatches((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
    },
  ),

  checkExpiry(
    'are deleted from the one-time tokens, and the others remain',
    ['createVerificationToken', 'useVerificationToken'],
    async ({ adapter, build }) => {
      const [expired, active] = [build.token({ expires: beforeCutoff }), build.token()]
      for (const token of [expired, active]) await adapter.createVerificationToken(token)
      await adapter.deleteExpired(cutoff)
      assertNull(await adapter.useVerificationToken(expired))
      assertEqual(await adapter.useVerificationToken(active), active)
    },
  ),

  checkExpiry(
    'are counted, and a second call deletes nothing',
    ['createUser', 'createSession', 'createVerificationToken'],
    async ({ adapter, build, options: limits }) => {
      skipWithReason(describeLimits(limits).expired)
      const user = await adapter.createUser(build.user())
      for (let i = 0; i < 3; i++)
        await adapter.createSession(build.session(user.id, { expires: beforeCutoff }))
      await adapter.createSession(build.session(user.id))
      await adapter.createVerificationToken(build.token({ expires: beforeCutoff }))
      assertEqual(await adapter.deleteExpired(cutoff), { sessions: 3, verificationTokens: 1 })
      assertEqual(await adapter.deleteExpired(cutoff), { sessions: 0, verificationTokens: 0 })
    },
  ),
]
