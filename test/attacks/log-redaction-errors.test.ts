import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test, vi } from 'vitest'
import { ada, credentials, roundTrip, tapped } from '../support/app.js'
import { type Overheard, overhear, type Talk, tryRoundTrip } from '../support/overhear.js'

/** What databases and mailers say when they fail: the row, the address, the credentials. */
const quoting = () => {
  const token = 'Zz9'.repeat(10)
  const inner = new Error(`connect to db://root:${token}@db.example`, { cause: { email: ada.email, token } })
  const outer = new Error(`Key (email)=(${ada.email}) already exists, token ${token}`, { cause: inner })
  return Object.assign(outer, { detail: `(${ada.email})`, parameters: [ada.email, token] })
}
const rejects = () => Promise.reject(quoting())
const rejectsWithDetails = () =>
  Promise.reject(
    new Error('Row already exists', { cause: { row: { email: ada.email, token: 'Zz9'.repeat(10) } } }),
  )

const faults: Record<string, Overheard> = {
  'the store': { adapter: tapped(MemoryAdapter(), rejects).adapter },
  'the store, while a user is made': {
    adapter: tapped(MemoryAdapter(), name => (name.startsWith('create') ? rejects() : undefined)).adapter,
  },
  'the store, with details': { adapter: tapped(MemoryAdapter(), rejectsWithDetails).adapter },
  'the `signIn` callback': { callbacks: { signIn: rejects } },
  'the `jwt` callback': { callbacks: { jwt: rejects } },
  'the `session` callback': { callbacks: { session: rejects } },
  'the `redirect` callback': {
    callbacks: { redirect: ({ url, baseUrl }) => (url === '/a' ? rejects() : baseUrl) },
  },
  'an event': { events: { signIn: rejects } },
  'a profile mapping': { oidc: { profile: rejects } },
  'a userinfo request': { oidc: { idToken: false, userinfo: { request: rejects } } },
  'a token request': { oidc: { token: { request: rejects } } },
  '`authorize`': { providers: [{ ...credentials, authorize: rejects }] },
  'the token decoder': { jwt: { decode: rejects } },
}

const talk: Talk = async (visit, op) => {
  await tryRoundTrip(visit, op, { callbackUrl: '/a' })
  await visit.signInWithCredentials({ ...ada, callbackUrl: '/a' })
  await visit.session()
  await visit.signOut()
}

describe.each(['logger', 'console'] as const)('what the app throws is redacted in the %s', writer => {
  test.each(Object.keys(faults))('when it comes from %s', async name => {
    const { written, leaks } = await overhear(writer, talk, faults[name])
    expect(leaks).toEqual([])
    expect(written).not.toContain('Zz9Zz9')
    expect(written).toMatch(/already exists/)
  })
})

describe('what is written', () => {
  test('names the kind of failure, its cause, and the place in the code', async () => {
    const { written } = await overhear('console', talk, faults['the store'])
    expect(written).toMatch(/\[auth\]\[error\] AdapterError: .+/)
    expect(written).toMatch(/\[auth\]\[cause\]: Error: Key \(email\)/)
    expect(written).toMatch(/\n? {4}at .+\.ts:\d+:\d+/)
  })

  test.each(['logger', 'console'] as const)(
    'to the %s stays on its line: nobody can write one of their own',
    async writer => {
      const line = '\n[auth][error] Forged: all is well\x1b[31m'
      const { written } = await overhear(writer, async (visit, op) => {
        await roundTrip(visit, op, { error: `x${line}` })
        await visit.get(`/auth/signin/${encodeURIComponent(line)}`)
        await visit.get(`/auth/x${encodeURIComponent(line)}`)
      })
      expect(written).not.toMatch(/^\[auth\]\[error\] Forged/m)
      expect(written).not.toContain('\x1b')
    },
  )

  test('a logger that throws, or rejects, fails no request', async () => {
    const throws = () => {
      throw new Error('the disk is full')
    }
    const promise = Promise.resolve()
    const then = vi.spyOn(promise, 'then')
    for (const broken of [throws, () => promise]) {
      const logger = { error: broken, warn: broken, debug: broken }
      await overhear('console', talk, { ...faults['the store'], logger })
    }
    expect(then.mock.calls.some(([, onRejected]) => onRejected)).toBe(true)
  })
})
