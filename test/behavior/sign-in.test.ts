import { describe, expect, test } from 'vitest'
import { getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import {
  alan,
  existingSessionToken,
  grace,
  type Scenario,
  type Strategy,
  setUpScenario,
} from './scenarios.js'

const notLinked = `${origin}/auth/signin?error=OAuthAccountNotLinked`

/** The claims of a user without an email. */
const nameless = { sub: 'grace-0001', name: 'Grace' }

interface Cell extends Scenario {
  title: string
  /** The claims from the provider, if they are not Grace's. */
  as?: { sub: string; name?: string; email?: string; email_verified?: boolean }
  /** `allowDangerousEmailAccountLinking` */
  linking?: true
  /** Adapter calls in order; `visitor` is the look-up of the signed-in user. */
  calls: string[]
  events: string[]
  /** The email of the signed-in user at the end. */
  signedIn: string | null
  /** The email of the account owner at the end; null if the account is not linked. */
  owner: string | null
  /** What happens to the existing session. */
  session: 'new' | 'renewed' | 'kept' | 'none'
  /** The same with a provider that names no methods, if it differs. */
  sessionOfUnknown?: 'renewed'
  leadsTo: string
}

const known = 'getUserByAccount'
/** The id of a found account is compared exactly. */
const found = [known, 'getAccount'] as const

const cells: Cell[] = [
  {
    title: 'existing account, no user signed in: signs in the account owner',
    account: grace,
    calls: [...found],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: origin,
  },
  {
    title: 'existing account, its owner signed in: keeps the session',
    account: grace,
    visitor: grace,
    calls: [...found, 'visitor'],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'kept',
    sessionOfUnknown: 'renewed',
    leadsTo: origin,
  },
  {
    title: 'existing account, expired session of its owner: creates a new session',
    account: grace,
    visitor: grace,
    hasEnded: true,
    calls: [...found, 'visitor'],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: origin,
  },
  {
    title: 'existing account, different user signed in: rejected, and the session is kept',
    account: grace,
    visitor: alan,
    calls: [...found, 'visitor'],
    events: [],
    signedIn: alan.email,
    owner: grace.email,
    session: 'kept',
    leadsTo: notLinked,
  },
  {
    title: 'existing account, expired session of a different user: signs in the account owner',
    account: grace,
    visitor: alan,
    hasEnded: true,
    calls: [...found, 'visitor'],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: origin,
  },
  {
    title: 'new account, user signed in: links it and keeps the session',
    visitor: alan,
    calls: [known, 'visitor', 'linkAccount'],
    events: ['linkAccount', 'signIn'],
    signedIn: alan.email,
    owner: alan.email,
    session: 'kept',
    leadsTo: origin,
  },
  {
    title: 'new account, user signed in, email of a third user: links it without an email look-up',
    visitor: alan,
    emailOwner: grace,
    calls: [known, 'visitor', 'linkAccount'],
    events: ['linkAccount', 'signIn'],
    signedIn: alan.email,
    owner: alan.email,
    session: 'kept',
    leadsTo: origin,
  },
  {
    title: 'new account, no user signed in, email in use: rejected',
    emailOwner: grace,
    calls: [known, 'getUserByEmail', known, known, known],
    events: [],
    signedIn: null,
    owner: null,
    session: 'none',
    leadsTo: notLinked,
  },
  {
    title: 'new account, no user signed in, email in use, linking allowed: links it',
    emailOwner: grace,
    linking: true,
    calls: [known, 'getUserByEmail', 'linkAccount'],
    events: ['linkAccount', 'signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: origin,
  },
  {
    title: 'new account, no user signed in, email in use but unverified, linking allowed: rejected',
    emailOwner: grace,
    linking: true,
    as: { ...nameless, email: 'grace@example.com', email_verified: false },
    calls: [known, 'getUserByEmail', known, known, known],
    events: [],
    signedIn: null,
    owner: null,
    session: 'none',
    leadsTo: notLinked,
  },
  {
    title: 'new account, no user signed in, email not in use: creates a user',
    calls: [known, 'getUserByEmail', 'createUser', 'linkAccount'],
    events: ['createUser', 'linkAccount', 'signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: '/welcome?callbackUrl=https%3A%2F%2Fapp.example',
  },
  {
    title: 'new account, expired session, email not in use: creates a user',
    visitor: alan,
    hasEnded: true,
    calls: [known, 'visitor', 'getUserByEmail', 'createUser', 'linkAccount'],
    events: ['createUser', 'linkAccount', 'signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: '/welcome?callbackUrl=https%3A%2F%2Fapp.example',
  },
  {
    title: 'new account, no user signed in, no email: creates a user without an email look-up',
    as: nameless,
    calls: [known, 'createUser', 'linkAccount'],
    events: ['createUser', 'linkAccount', 'signIn'],
    signedIn: '',
    owner: 'without an email',
    session: 'new',
    leadsTo: '/welcome?callbackUrl=https%3A%2F%2Fapp.example',
  },
]

/** The adapter calls of a strategy. */
function listExpectedCalls({ calls, visitor, hasEnded, session }: Cell, strategy: Strategy): string[] {
  if (strategy === 'jwt') {
    // An expired JWT has no user to look up.
    const looksUp = visitor && !hasEnded ? ['getUser'] : []
    return calls.flatMap(name => (name === 'visitor' ? looksUp : [name]))
  }
  const looksUp = calls.map(name => (name === 'visitor' ? 'getSessionAndUser' : name))
  // Whether an account may be linked is decided before the redirect to the provider, too.
  if (visitor) looksUp.unshift('getSessionAndUser')
  const issues = { new: ['createSession'], renewed: ['createSession', 'updateSession'], kept: [], none: [] }[
    session
  ]
  return [...looksUp, ...issues, ...(hasEnded ? ['deleteSession'] : [])]
}

/** A session gets a new id whenever its time rises. An OAuth provider names no methods. */
function toCell(cell: Cell, type: 'oidc' | 'oauth'): Cell {
  return type === 'oauth' ? { ...cell, session: cell.sessionOfUnknown ?? cell.session } : cell
}

/** Verifies the session at the end, and whether the previous one is still valid. */
async function expectSession(
  { session, signedIn }: Cell,
  { visit, store, strategy, previousCookie }: Ending,
) {
  const now = visit.jar.get(sessionCookie)?.value
  expect(now === undefined).toBe(session === 'none')
  if (session === 'none') return expect(await visit.getSession()).toBeNull()
  const user = (await visit.getSession())?.['user']
  expect(user).toMatchObject(signedIn ? { email: signedIn } : { name: 'Grace' })
  if (strategy === 'jwt') return
  expect(now === previousCookie).toBe(session === 'kept')
  const earlier = await store.getSessionAndUser(existingSessionToken)
  // An id that was replaced stays readable for a moment.
  expect(earlier !== null).toBe(session !== 'new')
}

interface Ending extends Pick<Awaited<ReturnType<typeof setUpScenario>>, 'visit' | 'store'> {
  readonly strategy: Strategy
  /** The previous session cookie. */
  readonly previousCookie: string | undefined
}

describe.each([
  ['oidc', 'op'],
  ['oauth', 'plain'],
] as const)('sign-in with a provider of type %s', (type, provider) => {
  describe.each(['jwt', 'database'] as const)('with %s sessions', strategy => {
    test.each(cells.map(cell => [cell.title, toCell(cell, type)] as const))('%s', async (_, cell) => {
      const { op, visit, store, calls, events, log } = await setUpScenario(strategy, cell, {
        pages: { newUser: '/welcome' },
      })
      const previousCookie = visit.jar.get(sessionCookie)?.value
      const back = await runRoundTrip(visit, op, { provider, ...(cell.as && { as: cell.as }) })
      expect(getLocation(back)).toBe(cell.leadsTo)
      expect(calls).toEqual(listExpectedCalls(cell, strategy))
      expect(events).toEqual(cell.events)
      expect(log.types()).toEqual(cell.leadsTo === notLinked ? ['OAuthAccountNotLinked'] : [])
      await expectSession(cell, { visit, store, strategy, previousCookie })
      const owner = await store.getUserByAccount({ provider, providerAccountId: 'grace-0001' })
      expect(owner && (owner.email ?? 'without an email')).toBe(cell.owner)
    })

    test('a new user has an unverified email, whatever the provider claims', async () => {
      const { op, visit, store } = await setUpScenario(strategy, {})
      await runRoundTrip(visit, op, {
        provider,
        as: { ...nameless, email: grace.email, email_verified: true },
      })
      expect(await store.getUserByEmail(grace.email)).toMatchObject({ emailVerified: null })
    })

    test(`the account is stored with type ${type}`, async () => {
      const { op, visit, store } = await setUpScenario(strategy, {})
      await runRoundTrip(visit, op, { provider })
      expect(await store.getAccount('grace-0001', provider)).toMatchObject({
        type,
        access_token: expect.any(String),
        token_type: 'bearer',
      })
    })
  })
})
