import { assertDate, assertEqual, assertMatches, assertNull, assertRejects, assertTrue } from './assert.js'
import { describeLimits } from './capabilities.js'
import { createUnknownUserId, defineChecks, runConcurrently, skipIfLimited } from './check.js'

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

  check('that are unknown are null', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    await adapter.createSession(build.session(user.id))
    assertNull(await adapter.getSessionAndUser('unknown'))
    assertNull(await adapter.getSessionAndUser(''))
  }),

  check(
    'tell their end to the millisecond, also when it has passed',
    [],
    async ({ adapter, build, capabilities }) => {
      skipIfLimited(describeLimits(capabilities).dates)
      const user = await adapter.createUser(build.user())
      const passed = capabilities.expired === 'dropped' ? [] : [1, 1_700_000_000_001]
      for (const time of [...passed, Date.now() + 86_400_001, 253_402_300_799_999]) {
        const session = build.session(user.id, { expires: new Date(time) })
        await adapter.createSession(session)
        assertDate((await adapter.getSessionAndUser(session.sessionToken))?.session.expires, time)
      }
    },
  ),

  check('tell their beginning, where the adapter keeps it', [], async ({ adapter, build }) => {
    if (!adapter.storesSessionStart) skipIfLimited('The adapter has no `storesSessionStart: true`.')
    const user = await adapter.createUser(build.user())
    const session = build.session(user.id, { startedAt: build.later(-3_600_000) })
    await adapter.createSession(session)
    assertMatches((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
  }),

  check('of several people and browsers keep apart', [], async ({ adapter, build }) => {
    const users = await Promise.all(Array.from({ length: 5 }, async () => adapter.createUser(build.user())))
    const sessions = users.flatMap(user => Array.from({ length: 4 }, () => build.session(user.id)))
    for (const session of sessions.slice(0, 10)) await adapter.createSession(session)
    await Promise.all(sessions.slice(10).map(async session => adapter.createSession(session)))
    const result = await Promise.all(
      sessions.map(async ({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
    )
    assertEqual(
      result.map(one => one?.user.id),
      sessions.map(session => session.userId),
    )
  }),

  check('cannot have the token of another', [], async ({ adapter, build }) => {
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const session = build.session(ada.id)
    await adapter.createSession(session)
    await assertRejects(() => adapter.createSession({ ...session, userId: bob.id }))
    assertEqual((await adapter.getSessionAndUser(session.sessionToken))?.user, ada)
  }),

  check('cannot belong to nobody', [], async context => {
    const { adapter, build, capabilities } = context
    skipIfLimited(describeLimits(capabilities).orphans)
    const session = build.session(await createUnknownUserId(context))
    await assertRejects(() => adapter.createSession(session))
    assertNull(await adapter.getSessionAndUser(session.sessionToken))
  }),

  check('are prolonged', ['updateSession'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const [session, other] = [build.session(user.id), build.session(user.id)]
    for (const one of [session, other]) await adapter.createSession(one)
    const { sessionToken } = session
    const expires = build.later(30 * 86_400_000)
    await adapter.updateSession({ sessionToken, expires })
    assertMatches((await adapter.getSessionAndUser(sessionToken))?.session, { ...session, expires })
    assertEqual((await adapter.getSessionAndUser(sessionToken))?.user, user)
    assertMatches((await adapter.getSessionAndUser(other.sessionToken))?.session, other)
  }),

  check('end as the last of several changes says', ['updateSession'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const session = build.session(user.id)
    const { sessionToken } = session
    await adapter.createSession(session)
    for (const day of [3, 1, 2]) {
      const expires = build.later(day * 86_400_000)
      await adapter.updateSession({ sessionToken, expires })
      assertEqual((await adapter.getSessionAndUser(sessionToken))?.session.expires, expires)
    }
  }),

  check(
    'that have ended are not revived by being prolonged',
    ['updateSession', 'deleteSession'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const session = build.session(user.id)
      await adapter.createSession(session)
      await adapter.deleteSession(session.sessionToken)
      // Rejecting is an answer, too: what counts is that nobody is in again.
      await runConcurrently(1, () => adapter.updateSession(session))
      assertNull(await adapter.getSessionAndUser(session.sessionToken))
    },
  ),

  check(
    'that are prolonged while they end have ended',
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

  check('end once, and the others go on', ['deleteSession'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const [deleted, other] = [build.session(user.id), build.session(user.id)]
    for (const session of [deleted, other]) await adapter.createSession(session)
    const { errors } = await runConcurrently(16, () => adapter.deleteSession(deleted.sessionToken))
    assertEqual(errors, [])
    assertNull(await adapter.getSessionAndUser(deleted.sessionToken))
    assertTrue((await adapter.getSessionAndUser(other.sessionToken)) !== null, 'another session ended, too')
  }),

  check('are copies', [], async ({ adapter, build }) => {
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

  check('of a user are listed, and of nobody else', ['listSessionsByUserId'], async context => {
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

  check('of a user end all at once, and those of others go on', ['deleteSessionsByUserId'], async context => {
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
  }),

  check('of a user end on all other devices', ['deleteSessionsByUserId'], async ({ adapter, build }) => {
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const [here, there, bobSession] = [build.session(ada.id), build.session(ada.id), build.session(bob.id)]
    for (const session of [here, there, bobSession]) await adapter.createSession(session)
    assertEqual(await adapter.deleteSessionsByUserId(ada.id, { except: here.sessionToken }), 1)
    assertNull(await adapter.getSessionAndUser(there.sessionToken))
    assertMatches((await adapter.getSessionAndUser(here.sessionToken))?.session, here)
    // The token of somebody else spares nobody.
    assertEqual(await adapter.deleteSessionsByUserId(ada.id, { except: bobSession.sessionToken }), 1)
    assertMatches((await adapter.getSessionAndUser(bobSession.sessionToken))?.session, bobSession)
  }),
]

const checkExpiry = defineChecks('what has expired', 'deleteExpired')

/** Ends around a date; only what lies before it is over. */
const cutoff = new Date(1_700_000_000_000)
const beforeCutoff = new Date(cutoff.getTime() - 1_000)

export const expiryChecks = [
  checkExpiry(
    'goes, of the sessions, and the rest stays',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async ({ adapter, build, capabilities }) => {
      const user = await adapter.createUser(build.user())
      const expired = [
        build.session(user.id, { expires: beforeCutoff }),
        build.session(user.id, { expires: new Date(1_000) }),
      ]
      const atCutoff = capabilities.expired === 'dropped' ? [] : [build.session(user.id, { expires: cutoff })]
      const active = [...atCutoff, build.session(user.id)]
      for (const session of [...expired, ...active]) await adapter.createSession(session)
      await adapter.deleteExpired(cutoff)
      for (const { sessionToken } of expired) assertNull(await adapter.getSessionAndUser(sessionToken))
      for (const session of active)
        assertMatches((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
    },
  ),

  checkExpiry(
    'goes, of the one-time tokens, and the rest stays',
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
    'is counted, and nothing is left for a second time',
    ['createUser', 'createSession', 'createVerificationToken'],
    async ({ adapter, build, capabilities }) => {
      skipIfLimited(describeLimits(capabilities).expired)
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
