import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, runRoundTrip } from '../support/app.js'
import { type CaptureOptions, type Conversation, captureLogs, tryRoundTrip } from '../support/capture-logs.js'

/** An error of an adapter or email service that contains a row, an email and credentials. */
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
  'the adapter': { adapter: createTappedAdapter(MemoryAdapter(), rejectCall).adapter },
  'the adapter, while a user is created': {
    adapter: createTappedAdapter(MemoryAdapter(), name =>
      name.startsWith('create') ? rejectCall() : undefined,
    ).adapter,
  },
  'the adapter, with details': { adapter: createTappedAdapter(MemoryAdapter(), rejectWithDetails).adapter },
  'the `signIn` callback': { callbacks: { signIn: rejectCall } },
  'the `jwt` callback': { callbacks: { jwt: rejectCall } },
  'the `session` callback': { callbacks: { session: rejectCall } },
  'the `redirect` callback': {
    callbacks: { redirect: ({ url, baseUrl }) => (url === '/a' ? rejectCall() : baseUrl) },
  },
  'an event': { events: { signIn: rejectCall } },
  '`profile()`': { oidc: { profile: rejectCall } },
  'a userinfo request': { oidc: { idToken: false, userinfo: { request: rejectCall } } },
  'a token request': { oidc: { token: { request: rejectCall } } },
  '`authorize`': { providers: [{ ...credentials, authorize: rejectCall }] },
  '`jwt.decode`': { jwt: { decode: rejectCall } },
}

const createTalk: Conversation = async (visit, op) => {
  await tryRoundTrip(visit, op, { callbackUrl: '/a' })
  await visit.signInWithCredentials({ ...ada, callbackUrl: '/a' })
  await visit.getSession()
  await visit.signOut()
}

describe.each(['logger', 'console'] as const)('errors of the app are redacted in the %s', writer => {
  test.each(Object.keys(faults))('if thrown by %s', async name => {
    const { written, leaks } = await captureLogs(writer, createTalk, faults[name])
    expect(leaks).toEqual([])
    expect(written).not.toContain('Zz9Zz9')
    expect(written).toMatch(/already exists/)
  })
})

describe('log output', () => {
  test('contains the error type, its cause and the stack', async () => {
    const { written } = await captureLogs('console', createTalk, faults['the adapter'])
    expect(written).toMatch(/\[auth\]\[error\] AdapterError: .+/)
    expect(written).toMatch(/\[auth\]\[cause\]: Error: Key \(email\)/)
    expect(written).toMatch(/\n? {4}at .+\.ts:\d+:\d+/)
  })

  test.each(['logger', 'console'] as const)('in the %s cannot contain injected lines', async writer => {
    const line = '\n[auth][error] Forged: all is well\x1b[31m'
    const { written } = await captureLogs(writer, async (visit, op) => {
      await runRoundTrip(visit, op, { error: `x${line}` })
      await visit.get(`/auth/signin/${encodeURIComponent(line)}`)
      await visit.get(`/auth/x${encodeURIComponent(line)}`)
    })
    expect(written).not.toMatch(/^\[auth\]\[error\] Forged/m)
    expect(written).not.toContain('\x1b')
  })

  test('does not fail the request if the logger throws or rejects', async () => {
    const throws = () => {
      throw new Error('the disk is full')
    }
    const promise = Promise.resolve()
    const then = vi.spyOn(promise, 'then')
    for (const broken of [throws, () => promise]) {
      const logger = { error: broken, warn: broken, debug: broken }
      await captureLogs('console', createTalk, { ...faults['the adapter'], logger })
    }
    expect(then.mock.calls.some(([, onRejected]) => onRejected)).toBe(true)
  })
})
