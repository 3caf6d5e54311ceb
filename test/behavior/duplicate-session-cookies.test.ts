import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode, getToken } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AppSetup, createTestApp, origin, runRoundTrip, secret, sessionCookie } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { clock, createSessionApp, createSignedIn, minute, update } from '../unit/sessions/session-app.js'

const withDomain = { cookies: { sessionToken: { options: { domain: 'app.example' } } } }

/** The token has as many characters of padding as an update requests. */
const paddedBy = (pad: number): AppSetup => ({
  callbacks: {
    jwt: ({ token, trigger, session }) => ({
      ...token,
      ...(trigger === 'update' && { name: String(session) }),
      pad: 'x'.repeat(pad),
    }),
  },
})

const listSessionCookies = ({ jar }: Visitor) =>
  jar.cookies().filter(({ name }) => name.startsWith(sessionCookie))

const readEmail = async (visit: Visitor) =>
  ((await visit.getSession()) as { user: { email: string } } | null)?.user.email

const sizes = [
  ['a short token', 0],
  ['a token in chunks', 6_000],
] as const

describe('two session cookies of one name', () => {
  beforeEach(clock.stop)
  afterEach(clock.start)

  /** Signs Ada in without a `domain`, and opens her browser after the app has added it. */
  async function createBrowserBeforeDomain(pad: number) {
    const before = await createSignedIn(paddedBy(pad))
    clock.pass(minute)
    const after = createSessionApp({ op: before.op, ...paddedBy(pad), ...withDomain })
    return { op: before.op, visit: after.open({ jar: before.visit.jar }) }
  }

  describe.each(sizes)('after `domain` was added, with %s', (_, pad) => {
    test('a sign-out clears both', async () => {
      const { visit } = await createBrowserBeforeDomain(pad)
      expect(await visit.getSession()).not.toBeNull()
      await visit.signOut()
      expect(listSessionCookies(visit)).toEqual([])
      expect(await visit.getSession()).toBeNull()
    })

    test('a sign-out clears both if both are sent', async () => {
      const { visit } = await createBrowserBeforeDomain(pad)
      const outdated = visit.jar.clone().cookies()
      await update(visit, 'Countess')
      for (const { name, value } of outdated.filter(({ name }) => name.startsWith(sessionCookie)))
        visit.jar.set(origin, `${name}=${value}; Secure; Path=/`)
      await visit.signOut()
      expect(listSessionCookies(visit)).toEqual([])
    })

    test('an update replaces the older one', async () => {
      const { visit } = await createBrowserBeforeDomain(pad)
      await update(visit, 'Countess')
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Countess' } })
      expect(listSessionCookies(visit).every(({ hostOnly }) => !hostOnly)).toBe(true)
    })

    test('a sign-in of another user replaces the older one', async () => {
      const { op, visit } = await createBrowserBeforeDomain(pad)
      await runRoundTrip(visit, op)
      expect(await readEmail(visit)).toBe('grace@example.com')
      expect(listSessionCookies(visit).every(({ hostOnly }) => !hostOnly)).toBe(true)
    })
  })

  describe.each(sizes)('after `domain` was removed, with %s', (_, pad) => {
    test('the newer one counts, of one user or of two', async () => {
      const before = await createSignedIn({ ...paddedBy(pad), ...withDomain })
      clock.pass(minute)
      const { open } = createSessionApp({ op: before.op, ...paddedBy(pad) })
      const visit = open({ jar: before.visit.jar })
      await update(visit, 'Countess')
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Countess' } })
      clock.pass(minute)
      await runRoundTrip(visit, before.op)
      expect(await readEmail(visit)).toBe('grace@example.com')
    })
  })

  test('of different lengths are both read', async () => {
    const long = await encodeChunks('Long', 8_000)
    clock.pass(minute)
    const short = await encodeChunks('Short', 4_000)
    expect(long.length).toBeGreaterThan(short.length)
    for (const [first, second] of [
      [long, short],
      [short, long],
    ] as const)
      expect(await readName([...first, ...second].join('; '))).toBe('Short')
    clock.pass(minute)
    const newest = await encodeChunks('Newest', 8_000)
    for (const [first, second] of [
      [newest, short],
      [short, newest],
    ] as const)
      expect(await readName([...first, ...second].join('; '))).toBe('Newest')
  })

  test('a first sign-in clears nothing', async () => {
    const { answer } = await createSignedIn(withDomain)
    expect(answer.headers.getSetCookie().filter(line => line.includes('Max-Age=0'))).toEqual([])
  })

  test('the newest of up to five that open counts, in any order, also for `getToken`', async () => {
    const duplicate = fc.record({ age: fc.nat(1_000), isValid: fc.boolean(), sub: fc.constantFrom('1', '2') })
    await fc.assert(
      fc.asyncProperty(fc.array(duplicate, { maxLength: 5 }), async duplicates => {
        const values = []
        for (const [index, { age, isValid, sub }] of duplicates.entries())
          values.push(isValid ? await encodeAt(-age, { sub, name: `${index}` }) : `junk${index}`)
        const cookie = values.map(value => `${sessionCookie}=${value}`).join('; ')
        const valid = duplicates.map((one, index) => ({ ...one, index })).filter(({ isValid }) => isValid)
        const [newest] = valid.sort((a, b) => a.age - b.age || a.index - b.index)
        expect(await readName(cookie)).toBe(newest && String(newest.index))
        expect((await getToken({ req: { headers: { cookie } }, secret }))?.name).toBe(
          newest && String(newest.index),
        )
      }),
      { numRuns: 50 },
    )
  })
})

async function encodeAt(offset: number, token: object): Promise<string> {
  clock.pass(offset)
  const encoded = await encode({ token, secret, salt: sessionCookie })
  clock.pass(-offset)
  return encoded
}

/** Returns the chunks of a token as pairs of a `Cookie` header. */
async function encodeChunks(name: string, pad: number): Promise<string[]> {
  const token = await encodeAt(0, { sub: '1', name, pad: 'x'.repeat(pad) })
  return (token.match(/.{1,3936}/g) ?? []).map((chunk, index) => `${sessionCookie}.${index}=${chunk}`)
}

async function readName(cookie: string): Promise<string | undefined> {
  const answer = await createSessionApp().open().get('/auth/session', { headers: { cookie } })
  return ((await answer.json()) as { user: { name: string } } | null)?.user.name
}

describe.each(['jwt', 'database'] as const)('a sign-out with two session cookies (%s)', strategy => {
  test('ends both sessions, also in other browsers', async () => {
    const store = MemoryAdapter()
    const op = createMaliciousProvider()
    const app = createTestApp({ op, adapter: store, session: { strategy }, revocation: { maxStale: 0 } })
    const [one, other] = [app.open(), app.open()]
    for (const visit of [one, other]) await runRoundTrip(visit, op)
    const values = [one, other].map(visit => visit.jar.get(sessionCookie)?.value)
    const csrfToken = await one.getCsrfToken()
    const csrfCookie = one.jar.cookies().find(({ name }) => name.includes('csrf-token'))
    const cookie = [
      `${csrfCookie?.name}=${csrfCookie?.value}`,
      ...values.map(value => `${sessionCookie}=${value}`),
    ].join('; ')
    await app.open().post('/auth/signout', { csrfToken }, { headers: { cookie } })
    expect(await one.getSession()).toBeNull()
    expect(await other.getSession()).toBeNull()
  })
})
