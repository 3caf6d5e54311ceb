import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  type Tap,
} from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { createTwoProviders, graceElsewhere } from '../support/two-providers.js'

const account = { provider: 'op', providerAccountId: grace.sub }
const elsewhereAccount = { provider: 'other', providerAccountId: graceElsewhere.sub }
const email = grace.email as string

/** Fails at one call until `mend` is called. */
function createFailingTap(nth: number) {
  let call = 0
  const tap: Tap = () => {
    call += 1
    if (call === nth) throw new Error('the store is away')
  }
  const mend = () => {
    call = Number.POSITIVE_INFINITY
  }
  return { tap, mend }
}

/** A promise and a function that resolves it. */
function makeGate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}

describe.each([
  ['in one transaction', MemoryAdapter],
  ['in two steps', createPlainAdapter],
])('an adapter that fails once while user and account are created %s', (_, makeStore) => {
  test.each([1, 2, 3, 4, 5])(
    'at call %i: no partial user remains, and the second sign-in succeeds',
    async nth => {
      const store = makeStore()
      const { tap, mend } = createFailingTap(nth)
      const { adapter } = createTappedAdapter(store, tap)
      const { op, open } = createTestApp({ adapter })
      const visit = open()
      await runRoundTrip(visit, op)
      mend()
      const [user, owner] = await Promise.all([
        store.getUserByEmail?.(email),
        store.getUserByAccount?.(account),
      ])
      expect(user?.id).toBe(owner?.id)
      expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
      expect(await visit.getSession()).toMatchObject({ user: { email } })
    },
  )

  test('at every call: the error page is shown, and the log names the method', async () => {
    const { adapter } = createTappedAdapter(makeStore(), () => Promise.reject(new Error('the store is away')))
    const { op, open, log } = createTestApp({ adapter })
    expect(getLocation(await runRoundTrip(open(), op))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['AdapterError'])
    expect(log.errors[0]?.cause).toMatchObject({ method: 'getUserByAccount' })
  })
})

test('a user whose account cannot be stored is deleted', async () => {
  const store = createPlainAdapter()
  const { adapter, calls } = createTappedAdapter(store, method => {
    if (method === 'linkAccount') throw new Error('no room')
  })
  const { op, open, log } = createTestApp({ adapter })
  await runRoundTrip(open(), op)
  expect(calls).toContain('deleteUser')
  expect(await store.getUserByEmail?.(email)).toBeNull()
  expect(log.types()).toEqual(['AdapterError'])
})

test('if deleting the user fails too, both failures are logged', async () => {
  const { adapter } = createTappedAdapter(createPlainAdapter(), method => {
    if (method === 'linkAccount' || method === 'deleteUser') throw new Error(`no ${method}`)
  })
  const { op, open, log } = createTestApp({ adapter })
  await runRoundTrip(open(), op)
  expect(log.errors.map(({ cause }) => cause)).toEqual([
    expect.objectContaining({ method: 'deleteUser' }),
    expect.objectContaining({ method: 'linkAccount' }),
  ])
})

describe.each([
  ['in one transaction', MemoryAdapter],
  ['in two steps', createPlainAdapter],
])('two concurrent first sign-ins of the same account, stored %s', (_, makeStore) => {
  /** Holds the second sign-in before a method until the first one is complete. */
  async function runRace(held: string) {
    const store = makeStore()
    const gate = makeGate()
    let seen = 0
    const { adapter } = createTappedAdapter(store, async method => {
      if (method !== held) return
      seen += 1
      if (seen === 2) await gate.opened
    })
    const { op, open } = createTestApp({ adapter })
    const visits = [open(), open()]
    const trips = visits.map(visit => runRoundTrip(visit, op))
    const first = await Promise.race(trips)
    gate.open()
    await Promise.all(trips)
    return { store, first, sessions: await Promise.all(visits.map(visit => visit.getSession())) }
  }

  test.each([
    'getUserByAccount',
    'getUserByEmail',
    'createUserWithAccount',
    'createUser',
    'linkAccount',
    'createSession',
  ])('with the second one held before %s: both sign in as the same user', async held => {
    const { store, first, sessions } = await runRace(held)
    expect(getLocation(first)).toBe(origin)
    expect(sessions).toEqual([
      expect.objectContaining({ user: expect.objectContaining({ email }) }),
      expect.objectContaining({ user: expect.objectContaining({ email }) }),
    ])
    const user = await store.getUserByEmail?.(email)
    expect(user?.id).toBe((await store.getUserByAccount?.(account))?.id)
  })
})

describe('a second sign-in between the two steps of an adapter without transactions', () => {
  /** Grace's user exists without an account when the second sign-in calls back. */
  async function between(otherConfig: object = {}, as = grace, app: AppSetup = {}) {
    const store = createPlainAdapter()
    const gate = makeGate()
    let links = 0
    const { adapter } = createTappedAdapter(store, async method => {
      if (method !== 'linkAccount') return
      links += 1
      if (links === 1) await gate.opened
    })
    const { op, other, open } = createTwoProviders({ adapter, otherConfig, ...app })
    const [visit, tab] = [open(), open()]
    const isElsewhere = as === graceElsewhere
    const first = runRoundTrip(visit, op, isElsewhere ? {} : { as })
    while (links === 0) await new Promise(resolve => setTimeout(resolve, 1))
    const second = isElsewhere
      ? runRoundTrip(tab, other, { provider: 'other', as })
      : runRoundTrip(tab, op, { as })
    // Long enough for the email look-up, and shorter than the retries.
    await new Promise(resolve => setTimeout(resolve, 20))
    gate.open()
    return { store, answers: (await Promise.all([first, second])).map(getLocation) }
  }

  test('with the same account signs in the same user', async () => {
    const { store, answers } = await between()
    expect(answers).toEqual([origin, origin])
    expect((await store.getUserByAccount?.(account))?.email).toBe(email)
  })

  test('with the same account, whose unverified email is recorded, signs in the same user', async () => {
    const unverified = { ...grace, email_verified: false }
    const { store, answers } = await between({}, unverified, { records: MemoryAdapter().records })
    expect(answers).toEqual([origin, origin])
    expect((await store.getUserByAccount?.(account))?.email).toBe(email)
  })

  test('with another provider and the same email is rejected with OAuthAccountNotLinked', async () => {
    const { answers } = await between({}, graceElsewhere)
    expect(answers).toEqual([origin, `${origin}/auth/signin?error=OAuthAccountNotLinked`])
  })

  test('with another provider that links by email is linked to the same user', async () => {
    const { store, answers } = await between({ allowDangerousEmailAccountLinking: true }, graceElsewhere)
    expect(answers).toEqual([origin, origin])
    const owners = await Promise.all([
      store.getUserByAccount?.(account),
      store.getUserByAccount?.({ provider: 'other', providerAccountId: graceElsewhere.sub }),
    ])
    expect(owners[0]?.id).toBe(owners[1]?.id)
  })
})

test('a failure to update tokens does not prevent a sign-in', async () => {
  const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
    if (method === 'updateAccount') throw new Error('no room')
  })
  const { op, open, log } = createTestApp({ adapter })
  await runRoundTrip(open(), op)
  expect(getLocation(await runRoundTrip(open(), op))).toBe(origin)
  expect(log.types()).toEqual(['AdapterError'])
})

test('an account that another user links at the same time stays with that user', async () => {
  const store = MemoryAdapter()
  const { adapter } = createTappedAdapter(store, async method => {
    if (method !== 'linkAccount') return
    await store.createUser({ id: 'mallory', email: 'm@example.com', emailVerified: null })
    await store.linkAccount({ ...elsewhereAccount, type: 'oidc', userId: 'mallory' })
  })
  const { op, other, open } = createTwoProviders({ adapter })
  const visit = open()
  await runRoundTrip(visit, op)
  const answer = await runRoundTrip(visit, other, { provider: 'other', as: graceElsewhere })
  expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=OAuthAccountNotLinked`)
  expect((await store.getUserByAccount(elsewhereAccount))?.id).toBe('mallory')
})

test('a user who gets the same email at the same time is linked, if linking by email is allowed', async () => {
  const store = MemoryAdapter()
  let isFirst = true
  const { adapter } = createTappedAdapter(store, async method => {
    if (method !== 'createUserWithAccount' || !isFirst) return
    isFirst = false
    await store.createUser({ id: 'late', email, emailVerified: null })
  })
  const op = createMaliciousProvider()
  const providers = [op.provider({ allowDangerousEmailAccountLinking: true })]
  const { open } = createTestApp({ op, adapter, providers })
  expect(getLocation(await runRoundTrip(open(), op))).toBe(origin)
  expect((await store.getUserByAccount(account))?.id).toBe('late')
})

test.each([
  ['in one transaction', MemoryAdapter],
  ['in two steps', createPlainAdapter],
])('20 concurrent sign-ins, stored %s, create one user', async (_, makeStore) => {
  const store = makeStore()
  const { op, open } = createTestApp({ adapter: store })
  const visits = Array.from({ length: 20 }, open)
  const backs = await Promise.all(visits.map(visit => runRoundTrip(visit, op)))
  expect(backs.map(getLocation)).toEqual(Array(20).fill(origin))
  expect((await store.getUserByAccount?.(account))?.email).toBe(email)
})
