import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, runRoundTrip } from '../support/app.js'
import { type CaptureOptions, type Conversation, captureLogs, tryRoundTrip } from '../support/capture-logs.js'

/** What databases and mailers say when they fail: the row, the address, the credentials. */
const createQuotingAdapter = () => {
  const token = 'Zz9'.repeat(10)
  const inner = new Error(`connect to db://root:${token}@db.example`, { cause: { email: ada.email, token } })
  const outer = new Error(`Key (email)=(${ada.email}) already exists, token ${token}`, { cause: inner })
  return Object.assign(outer, { detail: `(${ada.email})`, parameters: [ada.email, token] })
}
const rejectCall = () => Promise.reject(createQuotingAdapter())
const rejectWithDetails = () =>
  Promise.reject(
    new Error('Row already exists', { cause: { row: { email: ada.email, token: 'Zz9'.repeat(10) } } }),
  )

const faults: Record<string, CaptureOptions> = {
  'the store': { adapter: createTappedAdapter(MemoryAdapter(), rejectCall).adapter },
  'the store, while a user is made': {
    adapter: createTappedAdapter(MemoryAdapter(), name =>
      name.startsWith('create') ? rejectCall() : undefined,
    ).adapter,
  },
  'the store, with details': { adapter: createTappedAdapter(MemoryAdapter(), rejectWithDetails).adapter },
  'the `signIn` callback': { callbacks: { signIn: rejectCall } },
  'the `jwt` callback': { callbacks: { jwt: rejectCall } },
  'the `session` callback': { callbacks: { session: rejectCall } },
  'the `redirect` callback': {
    callbacks: { redirect: ({ url, baseUrl }) => (url === '/a' ? rejectCall() : baseUrl) },
  },
  'an event': { events: { signIn: rejectCall } },
  'a profile mapping': { oidc: { profile: rejectCall } },
  'a userinfo request': { oidc: { idToken: false, userinfo: { request: rejectCall } } },
  'a token request': { oidc: { token: { request: rejectCall } } },
  '`authorize`': { providers: [{ ...credentials, authorize: rejectCall }] },
  'the token decoder': { jwt: { decode: rejectCall } },
}

const createTalk: Conversation = async (visit, op) => {
  await tryRoundTrip(visit, op, { callbackUrl: '/a' })
  await visit.signInWithCredentials({ ...ada, callbackUrl: '/a' })
  await visit.getSession()
  await visit.signOut()
}

describe.each(['logger', 'console'] as const)('what the app throws is redacted in the %s', writer => {
  test.each(Object.keys(faults))('when it comes from %s', async name => {
    const { written, leaks } = await captureLogs(writer, createTalk, faults[name])
    expect(leaks).toEqual([])
    expect(written).not.toContain('Zz9Zz9')
    expect(written).toMatch(/already exists/)
  })
})

describe('what is written', () => {
  test('names the kind of failure, its cause, and the place in the code', async () => {
    const { written } = await captureLogs('console', createTalk, faults['the store'])
    expect(written).toMatch(/\[auth\]\[error\] AdapterError: .+/)
    expect(written).toMatch(/\[auth\]\[cause\]: Error: Key \(email\)/)
    expect(written).toMatch(/\n? {4}at .+\.ts:\d+:\d+/)
  })

  test.each(['logger', 'console'] as const)(
    'to the %s stays on its line: nobody can write one of their own',
    async writer => {
      const line = '\n[auth][error] Forged: all is well\x1b[31m'
      const { written } = await captureLogs(writer, async (visit, op) => {
        await runRoundTrip(visit, op, { error: `x${line}` })
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
      await captureLogs('console', createTalk, { ...faults['the store'], logger })
    }
    expect(then.mock.calls.some(([, onRejected]) => onRejected)).toBe(true)
  })
})
