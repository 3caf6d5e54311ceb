import { equal, isDateAt, isNull, isTrue, matches, rejects } from './assert.js'
import { allows, anUnknownId, atOnce, group } from './check.js'
import { limitsOf } from './traits.js'

const check = group('sessions', 'createUser', 'createSession', 'getSessionAndUser')

export const sessionChecks = [
  check('are read together with their user, and with nothing else', [], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const session = a.session(user.id)
    matches(await adapter.createSession(session), session)
    const found = await adapter.getSessionAndUser(session.sessionToken)
    equal(Object.keys(found ?? {}).sort(), ['session', 'user'])
    matches(found?.session, session)
    equal(found?.user, user)
  }),

  check('that are unknown are null', [], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    await adapter.createSession(a.session(user.id))
    isNull(await adapter.getSessionAndUser('unknown'))
    isNull(await adapter.getSessionAndUser(''))
  }),

  check('tell their end to the millisecond, also when it has passed', [], async ({ adapter, a, traits }) => {
    allows(limitsOf(traits).dates)
    const user = await adapter.createUser(a.user())
    const passed = traits.expired === 'dropped' ? [] : [1, 1_700_000_000_001]
    for (const time of [...passed, Date.now() + 86_400_001, 253_402_300_799_999]) {
      const session = a.session(user.id, { expires: new Date(time) })
      await adapter.createSession(session)
      isDateAt((await adapter.getSessionAndUser(session.sessionToken))?.session.expires, time)
    }
  }),

  check('tell their beginning, where the adapter keeps it', [], async ({ adapter, a }) => {
    if (!adapter.keepsSessionStart) allows('The adapter has no `keepsSessionStart: true`.')
    const user = await adapter.createUser(a.user())
    const session = a.session(user.id, { startedAt: a.later(-3_600_000) })
    await adapter.createSession(session)
    matches((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
  }),

  check('of several people and browsers keep apart', [], async ({ adapter, a }) => {
    const users = await Promise.all(Array.from({ length: 5 }, async () => adapter.createUser(a.user())))
    const sessions = users.flatMap(user => Array.from({ length: 4 }, () => a.session(user.id)))
    for (const session of sessions.slice(0, 10)) await adapter.createSession(session)
    await Promise.all(sessions.slice(10).map(async session => adapter.createSession(session)))
    const found = await Promise.all(
      sessions.map(async ({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
    )
    equal(
      found.map(one => one?.user.id),
      sessions.map(session => session.userId),
    )
  }),

  check('cannot have the token of another', [], async ({ adapter, a }) => {
    const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
    const session = a.session(ada.id)
    await adapter.createSession(session)
    await rejects(() => adapter.createSession({ ...session, userId: bob.id }))
    equal((await adapter.getSessionAndUser(session.sessionToken))?.user, ada)
  }),

  check('cannot belong to nobody', [], async bench => {
    const { adapter, a, traits } = bench
    allows(limitsOf(traits).orphans)
    const session = a.session(await anUnknownId(bench))
    await rejects(() => adapter.createSession(session))
    isNull(await adapter.getSessionAndUser(session.sessionToken))
  }),

  check('are prolonged', ['updateSession'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const [session, other] = [a.session(user.id), a.session(user.id)]
    for (const one of [session, other]) await adapter.createSession(one)
    const { sessionToken } = session
    const expires = a.later(30 * 86_400_000)
    await adapter.updateSession({ sessionToken, expires })
    matches((await adapter.getSessionAndUser(sessionToken))?.session, { ...session, expires })
    equal((await adapter.getSessionAndUser(sessionToken))?.user, user)
    matches((await adapter.getSessionAndUser(other.sessionToken))?.session, other)
  }),

  check('end as the last of several changes says', ['updateSession'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const session = a.session(user.id)
    const { sessionToken } = session
    await adapter.createSession(session)
    for (const day of [3, 1, 2]) {
      const expires = a.later(day * 86_400_000)
      await adapter.updateSession({ sessionToken, expires })
      equal((await adapter.getSessionAndUser(sessionToken))?.session.expires, expires)
    }
  }),

  check(
    'that have ended are not revived by being prolonged',
    ['updateSession', 'deleteSession'],
    async ({ adapter, a }) => {
      const user = await adapter.createUser(a.user())
      const session = a.session(user.id)
      await adapter.createSession(session)
      await adapter.deleteSession(session.sessionToken)
      // Rejecting is an answer, too: what counts is that nobody is in again.
      await atOnce(1, () => adapter.updateSession(session))
      isNull(await adapter.getSessionAndUser(session.sessionToken))
    },
  ),

  check(
    'that are prolonged while they end have ended',
    ['updateSession', 'deleteSession'],
    async ({ adapter, a }) => {
      const user = await adapter.createUser(a.user())
      for (let round = 0; round < 10; round++) {
        const session = a.session(user.id)
        await adapter.createSession(session)
        await atOnce(16, i =>
          i === round ? adapter.deleteSession(session.sessionToken) : adapter.updateSession(session),
        )
        isNull(await adapter.getSessionAndUser(session.sessionToken))
      }
    },
  ),

  check('end once, and the others go on', ['deleteSession'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const [gone, other] = [a.session(user.id), a.session(user.id)]
    for (const session of [gone, other]) await adapter.createSession(session)
    const { failures } = await atOnce(16, () => adapter.deleteSession(gone.sessionToken))
    equal(failures, [])
    isNull(await adapter.getSessionAndUser(gone.sessionToken))
    isTrue((await adapter.getSessionAndUser(other.sessionToken)) !== null, 'another session ended, too')
  }),

  check('are copies', [], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const session = a.session(user.id)
    const time = session.expires.getTime()
    const created = await adapter.createSession(session)
    session.expires.setTime(0)
    created.expires.setTime(0)
    const found = await adapter.getSessionAndUser(session.sessionToken)
    isDateAt(found?.session.expires, time)
    found?.session.expires.setTime(0)
    isDateAt((await adapter.getSessionAndUser(session.sessionToken))?.session.expires, time)
  }),

  check('of a user are listed, and of nobody else', ['listSessionsByUserId'], async bench => {
    const { adapter, a } = bench
    const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
    const hers = [a.session(ada.id), a.session(ada.id)]
    for (const session of [...hers, a.session(bob.id)]) await adapter.createSession(session)
    const listed = await adapter.listSessionsByUserId(ada.id)
    equal(listed.length, 2)
    for (const session of hers)
      matches(
        listed.find(({ sessionToken }) => sessionToken === session.sessionToken),
        session,
      )
    equal(await adapter.listSessionsByUserId(await anUnknownId(bench)), [])
  }),

  check('of a user end all at once, and those of others go on', ['deleteSessionsByUserId'], async bench => {
    const { adapter, a } = bench
    const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
    const hers = [a.session(ada.id), a.session(ada.id), a.session(ada.id)]
    const his = a.session(bob.id)
    for (const session of [...hers, his]) await adapter.createSession(session)
    equal(await adapter.deleteSessionsByUserId(ada.id), 3)
    for (const { sessionToken } of hers) isNull(await adapter.getSessionAndUser(sessionToken))
    matches((await adapter.getSessionAndUser(his.sessionToken))?.session, his)
    equal(await adapter.deleteSessionsByUserId(ada.id), 0)
    equal(await adapter.deleteSessionsByUserId(await anUnknownId(bench)), 0)
  }),

  check('of a user end on all other devices', ['deleteSessionsByUserId'], async ({ adapter, a }) => {
    const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
    const [here, there, his] = [a.session(ada.id), a.session(ada.id), a.session(bob.id)]
    for (const session of [here, there, his]) await adapter.createSession(session)
    equal(await adapter.deleteSessionsByUserId(ada.id, { except: here.sessionToken }), 1)
    isNull(await adapter.getSessionAndUser(there.sessionToken))
    matches((await adapter.getSessionAndUser(here.sessionToken))?.session, here)
    // The token of somebody else spares nobody.
    equal(await adapter.deleteSessionsByUserId(ada.id, { except: his.sessionToken }), 1)
    matches((await adapter.getSessionAndUser(his.sessionToken))?.session, his)
  }),
]

const expiry = group('what has expired', 'deleteExpired')

/** Ends around a date; only what lies before it is over. */
const before = new Date(1_700_000_000_000)
const earlier = new Date(before.getTime() - 1_000)

export const expiryChecks = [
  expiry(
    'goes, of the sessions, and the rest stays',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async ({ adapter, a, traits }) => {
      const user = await adapter.createUser(a.user())
      const over = [
        a.session(user.id, { expires: earlier }),
        a.session(user.id, { expires: new Date(1_000) }),
      ]
      const justNotOver = traits.expired === 'dropped' ? [] : [a.session(user.id, { expires: before })]
      const alive = [...justNotOver, a.session(user.id)]
      for (const session of [...over, ...alive]) await adapter.createSession(session)
      await adapter.deleteExpired(before)
      for (const { sessionToken } of over) isNull(await adapter.getSessionAndUser(sessionToken))
      for (const session of alive)
        matches((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
    },
  ),

  expiry(
    'goes, of the one-time tokens, and the rest stays',
    ['createVerificationToken', 'useVerificationToken'],
    async ({ adapter, a }) => {
      const [over, alive] = [a.token({ expires: earlier }), a.token()]
      for (const token of [over, alive]) await adapter.createVerificationToken(token)
      await adapter.deleteExpired(before)
      isNull(await adapter.useVerificationToken(over))
      equal(await adapter.useVerificationToken(alive), alive)
    },
  ),

  expiry(
    'is counted, and nothing is left for a second time',
    ['createUser', 'createSession', 'createVerificationToken'],
    async ({ adapter, a, traits }) => {
      allows(limitsOf(traits).expired)
      const user = await adapter.createUser(a.user())
      for (let i = 0; i < 3; i++) await adapter.createSession(a.session(user.id, { expires: earlier }))
      await adapter.createSession(a.session(user.id))
      await adapter.createVerificationToken(a.token({ expires: earlier }))
      equal(await adapter.deleteExpired(before), { sessions: 3, verificationTokens: 1 })
      equal(await adapter.deleteExpired(before), { sessions: 0, verificationTokens: 0 })
    },
  ),
]
