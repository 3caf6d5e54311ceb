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

/** The person without a mail address. */
const nameless = { sub: 'grace-0001', name: 'Grace' }

interface Cell extends Scenario {
  title: string
  /** Who comes back, when it is not Grace as the provider knows her. */
  as?: { sub: string; name?: string; email?: string; email_verified?: boolean }
  /** `allowDangerousEmailAccountLinking` */
  linking?: true
  /** Adapter calls in order; `visitor` is the look-up of who is signed in. */
  calls: string[]
  events: string[]
  /** The address of who is signed in at the end. */
  signedIn: string | null
  /** The address of whose account it is at the end; null when it is nobody's. */
  owner: string | null
  /** Does the session that was there go on? */
  session: 'new' | 'kept' | 'none'
  leadsTo: string
}

const known = 'getUserByAccount'

const cells: Cell[] = [
  {
    title: 'account known, nobody signed in: its owner is',
    account: grace,
    calls: [known],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: origin,
  },
  {
    title: 'account known, its owner signed in: the session goes on',
    account: grace,
    visitor: grace,
    calls: [known, 'visitor'],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'kept',
    leadsTo: origin,
  },
  {
    title: 'account known, its owner’s session past its time: as nobody signed in',
    account: grace,
    visitor: grace,
    hasEnded: true,
    calls: [known, 'visitor'],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: origin,
  },
  {
    title: 'account known, somebody else signed in: refused, and they stay',
    account: grace,
    visitor: alan,
    calls: [known, 'visitor'],
    events: [],
    signedIn: alan.email,
    owner: grace.email,
    session: 'kept',
    leadsTo: notLinked,
  },
  {
    title: 'account known, somebody else’s session past its time: its owner is',
    account: grace,
    visitor: alan,
    hasEnded: true,
    calls: [known, 'visitor'],
    events: ['signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: origin,
  },
  {
    title: 'account new, somebody signed in: it is theirs, and the session goes on',
    visitor: alan,
    calls: [known, 'visitor', 'linkAccount'],
    events: ['linkAccount', 'signIn'],
    signedIn: alan.email,
    owner: alan.email,
    session: 'kept',
    leadsTo: origin,
  },
  {
    title:
      'account new, somebody signed in, address of a third: it is theirs, and nobody asks about the address',
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
    title: 'account new, nobody signed in, address taken: refused',
    emailOwner: grace,
    calls: [known, 'getUserByEmail', known, known, known],
    events: [],
    signedIn: null,
    owner: null,
    session: 'none',
    leadsTo: notLinked,
  },
  {
    title: 'account new, nobody signed in, address taken, linking allowed: it joins',
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
    title: 'account new, nobody signed in, address taken but unproven, linking allowed: refused',
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
    title: 'account new, nobody signed in, address free: a new user',
    calls: [known, 'getUserByEmail', 'createUser', 'linkAccount'],
    events: ['createUser', 'linkAccount', 'signIn'],
    signedIn: grace.email,
    owner: grace.email,
    session: 'new',
    leadsTo: '/welcome?callbackUrl=https%3A%2F%2Fapp.example',
  },
  {
    title: 'account new, a session past its time, address free: a new user',
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
    title: 'account new, nobody signed in, no address: a new user, and no address is looked up',
    as: nameless,
    calls: [known, 'createUser', 'linkAccount'],
    events: ['createUser', 'linkAccount', 'signIn'],
    signedIn: '',
    owner: 'without an address',
    session: 'new',
    leadsTo: '/welcome?callbackUrl=https%3A%2F%2Fapp.example',
  },
]

/** What each strategy asks of the store beside the rest. */
function listExpectedCalls({ calls, visitor, hasEnded, session }: Cell, strategy: Strategy): string[] {
  if (strategy === 'jwt') {
    // A token that has ended names nobody who could be looked up.
    const looksUp = visitor && !hasEnded ? ['getUser'] : []
    return calls.flatMap(name => (name === 'visitor' ? looksUp : [name]))
  }
  const looksUp = calls.map(name => (name === 'visitor' ? 'getSessionAndUser' : name))
  const issues = session === 'new' ? ['createSession'] : []
  return [...looksUp, ...issues, ...(hasEnded ? ['deleteSession'] : [])]
}

/** Which session the visitor has at the end, and whether the one that was there before still opens. */
async function expectSession({ session, signedIn }: Cell, { visit, store, strategy, seated }: Ending) {
  const now = visit.jar.get(sessionCookie)?.value
  expect(now === undefined).toBe(session === 'none')
  if (session === 'none') return expect(await visit.getSession()).toBeNull()
  const user = (await visit.getSession())?.['user']
  expect(user).toMatchObject(signedIn ? { email: signedIn } : { name: 'Grace' })
  if (strategy === 'jwt') return
  expect(now === seated).toBe(session === 'kept')
  const earlier = await store.getSessionAndUser(existingSessionToken)
  expect(earlier !== null).toBe(session === 'kept')
}

interface Ending extends Pick<Awaited<ReturnType<typeof setUpScenario>>, 'visit' | 'store'> {
  readonly strategy: Strategy
  /** The session cookie that was there before. */
  readonly seated: string | undefined
}

describe.each([
  ['oidc', 'op'],
  ['oauth', 'plain'],
] as const)('Behaviour section 9: sign-in, by a provider of type %s', (type, provider) => {
  describe.each(['jwt', 'database'] as const)('with sessions of strategy %s', strategy => {
    test.each(cells.map(cell => [cell.title, cell] as const))('%s', async (_, cell) => {
      const { op, visit, store, calls, events, log } = await setUpScenario(strategy, cell, {
        pages: { newUser: '/welcome' },
      })
      const seated = visit.jar.get(sessionCookie)?.value
      const back = await runRoundTrip(visit, op, { provider, ...(cell.as && { as: cell.as }) })
      expect(getLocation(back)).toBe(cell.leadsTo)
      expect(calls).toEqual(listExpectedCalls(cell, strategy))
      expect(events).toEqual(cell.events)
      expect(log.types()).toEqual(cell.leadsTo === notLinked ? ['OAuthAccountNotLinked'] : [])
      await expectSession(cell, { visit, store, strategy, seated })
      const owner = await store.getUserByAccount({ provider, providerAccountId: 'grace-0001' })
      expect(owner && (owner.email ?? 'without an address')).toBe(cell.owner)
    })

    test('the address of a new user counts as unproven, whatever the provider says', async () => {
      const { op, visit, store } = await setUpScenario(strategy, {})
      await runRoundTrip(visit, op, {
        provider,
        as: { ...nameless, email: grace.email, email_verified: true },
      })
      expect(await store.getUserByEmail(grace.email)).toMatchObject({ emailVerified: null })
    })

    test(`the account is stored as ${type}`, async () => {
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
