import type { SignInParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { grace } from '../support/malicious-provider.js'
import { createTwoProviders, graceElsewhere } from '../support/two-providers.js'

const denied = `${origin}/auth/error?error=AccessDenied`

/** An app that bans users by id, and records the parameters of its `signIn` callback. */
function createAppWithBans(more: Parameters<typeof createTwoProviders>[0] = {}) {
  const banned = new Set<string>()
  const seen: SignInParams[] = []
  const signIn = (params: SignInParams) => {
    seen.push(params)
    return !banned.has(String(params.existingUser?.id))
  }
  const otherConfig = { allowDangerousEmailAccountLinking: true }
  const app = createTwoProviders({ otherConfig, callbacks: { signIn }, ...more })
  const findGrace = () => app.store.getUserByEmail(String(grace.email))
  return { ...app, banned, seen, findGrace }
}

describe.each(['database', 'jwt'] as const)('a user who is banned by id, with %s sessions', strategy => {
  const session = { strategy }

  test('cannot sign in with a new account that is linked by email', async () => {
    const { op, other, open, store, banned, seen, findGrace, events, clearCalls } = createAppWithBans({
      session,
    })
    await runRoundTrip(open(), op)
    const stored = await findGrace()
    banned.add(String(stored?.id))
    clearCalls()
    const visit = open()
    const back = await runRoundTrip(visit, other, { provider: 'other', as: graceElsewhere })
    expect(getLocation(back)).toBe(denied)
    expect(await visit.getSession()).toBeNull()
    expect(seen.at(-1)).toMatchObject({ user: { email: grace.email }, existingUser: { id: stored?.id } })
    expect(seen.at(-1)?.user.id).not.toBe(stored?.id)
    expect(events).toEqual([])
    expect(await store.getAccount(graceElsewhere.sub, 'other')).toBeNull()
  })

  test('cannot connect a new account while signed in', async () => {
    const { op, other, open, store, banned, seen, findGrace } = createAppWithBans({ session })
    const visit = open()
    await runRoundTrip(visit, op)
    const stored = await findGrace()
    banned.add(String(stored?.id))
    const as = { sub: 'grace-elsewhere', name: 'G.', email: 'g@elsewhere.example' }
    expect(getLocation(await runRoundTrip(visit, other, { provider: 'other', as }))).toBe(denied)
    expect(seen.at(-1)?.existingUser?.id).toBe(stored?.id)
    expect(await store.getAccount('grace-elsewhere', 'other')).toBeNull()
  })

  test('cannot sign in with a known account', async () => {
    const { op, open, banned, seen, findGrace } = createAppWithBans({ session })
    await runRoundTrip(open(), op)
    const stored = await findGrace()
    banned.add(String(stored?.id))
    expect(getLocation(await runRoundTrip(open(), op))).toBe(denied)
    expect(seen.at(-1)).toMatchObject({ user: { id: stored?.id }, existingUser: { id: stored?.id } })
  })

  test('cannot request an email, and cannot use one that was sent before', async () => {
    const mail = captureEmails()
    const { open, store, banned, seen } = createAppWithBans({ session, providers: [mail.provider] })
    const email = String(grace.email)
    const stored = await store.createUser({ id: 'grace-1', email, emailVerified: new Date() })
    const visit = open()
    await visit.signIn('mail', { email })
    expect(seen.at(-1)?.existingUser?.id).toBe(stored.id)
    banned.add(stored.id)
    expect(getLocation(await visit.get(mail.getLatestEmail().url))).toBe(denied)
    expect(seen.at(-1)?.existingUser?.id).toBe(stored.id)
    expect(getLocation(await open().signIn('mail', { email }))).toBe(denied)
    expect(mail.emails).toHaveLength(1)
  })
})

describe('`existingUser` is absent', () => {
  test('if a new user will be created', async () => {
    const { op, open, seen } = createAppWithBans()
    await runRoundTrip(open(), op)
    expect(seen).toHaveLength(1)
    expect(seen[0]).not.toHaveProperty('existingUser')
  })

  test('if the email belongs to a user and cannot be linked', async () => {
    const { op, other, open, seen } = createAppWithBans({ otherConfig: {} })
    await runRoundTrip(open(), op)
    const back = await runRoundTrip(open(), other, { provider: 'other', as: graceElsewhere })
    expect(getLocation(back)).toBe(`${origin}/auth/signin?error=OAuthAccountNotLinked`)
    expect(seen).toHaveLength(2)
    expect(seen[1]).not.toHaveProperty('existingUser')
  })

  test('without an adapter', async () => {
    const seen: SignInParams[] = []
    const signIn = (params: SignInParams) => seen.push(params) > 0
    const { op, open } = createTestApp({ callbacks: { signIn } })
    await runRoundTrip(open(), op)
    expect(seen[0]).not.toHaveProperty('existingUser')
  })
})

describe('if the user of an account changes while the `signIn` callback decides', () => {
  /** Another request creates a user with the email of the visitor, as often as it is told. */
  function createRacingApp(changes: number) {
    const seen: (string | undefined)[] = []
    const createUser = async () => {
      const existing = await app.store.getUserByEmail(String(grace.email))
      if (existing) await app.store.deleteUser(existing.id)
      const id = `grace-${seen.length}`
      await app.store.createUser({ id, email: String(grace.email), emailVerified: new Date() })
    }
    const signIn = async ({ existingUser }: SignInParams) => {
      seen.push(existingUser?.id)
      if (seen.length <= changes) await createUser()
      return true
    }
    const app = createTwoProviders({
      otherConfig: { allowDangerousEmailAccountLinking: true },
      callbacks: { signIn },
    })
    const signInElsewhere = () =>
      runRoundTrip(app.open(), app.other, { provider: 'other', as: graceElsewhere })
    return { ...app, seen, signInElsewhere }
  }

  test('the callback decides again about the new one', async () => {
    const { seen, store, signInElsewhere } = createRacingApp(1)
    expect(getLocation(await signInElsewhere())).toBe(origin)
    expect(seen).toEqual([undefined, 'grace-1'])
    const owner = await store.getUserByAccount({
      provider: 'other',
      providerAccountId: graceElsewhere.sub,
    })
    expect(owner?.id).toBe('grace-1')
  })

  test('three times, the sign-in is denied and nothing is linked', async () => {
    const { seen, calls, signInElsewhere } = createRacingApp(10)
    expect(getLocation(await signInElsewhere())).toBe(denied)
    expect(seen).toEqual([undefined, 'grace-1', 'grace-2'])
    expect(calls).not.toContain('linkAccount')
    expect(calls).not.toContain('createUserWithAccount')
  })

  test('concurrent first sign-ins of one account are allowed for the one user that is created', async () => {
    const { op, open, seen, events } = createAppWithBans()
    const answers = await Promise.all(Array.from({ length: 4 }, () => runRoundTrip(open(), op)))
    expect(answers.map(getLocation)).toEqual(Array(4).fill(origin))
    expect(events.filter(event => event === 'createUser')).toHaveLength(1)
    const ids = new Set(seen.map(({ existingUser }) => existingUser?.id).filter(Boolean))
    expect(ids.size).toBeLessThanOrEqual(1)
  })
})
