import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type AppSetup,
  createPlainAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const configuration = `${origin}/auth/error?error=Configuration`
const expiredSignIn = `${origin}/auth/signin?error=OAuthCallbackError`

async function completeSignIn(more = {}) {
  const app = createTestApp(more)
  const visit = app.open()
  const back = app.op.authorize(visit.getLocation(await visit.signIn('op')))
  const copy = visit.cloneWithCookies()
  await visit.get(back, { from: app.op.issuer })
  return { ...app, visit, copy, back }
}

const countTokenRequests = (op: ReturnType<typeof createMaliciousProvider>) =>
  op.listRequestedEndpoints().filter(name => name === 'token').length

describe('a callback URL that was used', () => {
  test('is rejected in the same browser, without a second token request', async () => {
    const { op, visit, back } = await completeSignIn()
    await visit.signOut()
    expect(getLocation(await visit.get(back))).toBe(expiredSignIn)
    expect(await visit.getSession()).toBeNull()
    expect(countTokenRequests(op)).toBe(1)
  })

  test('does not end the session that it created', async () => {
    const { visit, back } = await completeSignIn()
    await visit.get(back)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('is rejected with the cookies from before, without a second token request', async () => {
    const { op, copy, back } = await completeSignIn()
    expect(getLocation(await copy.get(back))).toBe(expiredSignIn)
    expect(await copy.getSession()).toBeNull()
    expect(countTokenRequests(op)).toBe(1)
  })

  test('is rejected in another browser', async () => {
    const { op, open, back } = await completeSignIn()
    const thief = open()
    expect(getLocation(await thief.get(back))).toBe(expiredSignIn)
    expect(countTokenRequests(op)).toBe(1)
  })

  test('is rejected after a failure too', async () => {
    const { op, open } = createTestApp()
    op.lies.token = 'status-500'
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    await visit.get(back, { from: op.issuer })
    op.lies = {}
    expect(getLocation(await visit.get(back))).toBe(expiredSignIn)
    expect(await visit.getSession()).toBeNull()
    expect(countTokenRequests(op)).toBe(1)
  })
})

describe('a callback URL that is opened four times at the same time', () => {
  /** A provider that responds slowly, so that all requests overlap. */
  function createSlowProvider() {
    const onRequest = () => new Promise<void>(resolve => setTimeout(resolve, 20))
    return createMaliciousProvider({ onRequest })
  }
  const openFourTimes = (visit: Visitor, back: URL) =>
    Promise.all([visit, visit.openTab(), visit.openTab(), visit.openTab()].map(tab => tab.get(back)))
  const startSignIn = async ({ op, open }: ReturnType<typeof createTestApp>) => {
    const visit = open()
    return { visit, back: op.authorize(visit.getLocation(await visit.signIn('op'))) }
  }
  const getSessionCookies = (answers: readonly Response[]) =>
    answers.map(answer => answer.headers.getSetCookie().find(cookie => cookie.startsWith(sessionCookie)))

  test.each<[string, () => AppSetup]>([
    ['without an adapter', () => ({})],
    ['with an adapter', () => ({ adapter: MemoryAdapter() })],
    ['with an adapter of Auth.js', () => ({ adapter: createPlainAdapter() })],
    ['with an adapter and JWT sessions', () => ({ adapter: MemoryAdapter(), session: { strategy: 'jwt' } })],
  ])('sends one token request, and each request gets its own session, %s', async (_, setup) => {
    const op = createSlowProvider()
    const created: string[] = []
    const app = createTestApp({
      op,
      providers: [op.provider({ idToken: false })],
      events: { createUser: ({ user }) => void created.push(String(user.id)) },
      ...setup(),
    })
    const { visit, back } = await startSignIn(app)
    const answers = await openFourTimes(visit, back)
    expect(answers.map(getLocation)).toEqual([origin, origin, origin, origin])
    expect(op.listRequestedEndpoints()).toEqual(['discovery', 'token', 'jwks', 'userinfo'])
    const cookies = getSessionCookies(answers)
    expect(new Set(cookies).size).toBe(4)
    expect(cookies).not.toContain(undefined)
    expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
    expect(created.length).toBe('adapter' in app.config ? 1 : 0)
  })

  test('does not share what the callbacks of the app change', async () => {
    const op = createSlowProvider()
    const seen: unknown[] = []
    const app = createTestApp({
      op,
      callbacks: {
        signIn: ({ profile, account }) => {
          seen.push([profile?.['visits'], account?.scope])
          Object.assign(profile ?? {}, { visits: 1 })
          Object.assign(account ?? {}, { scope: 'changed' })
          return true
        },
      },
    })
    const { visit, back } = await startSignIn(app)
    await openFourTimes(visit, back)
    expect(seen).toEqual(Array(4).fill([undefined, 'openid profile email']))
  })

  test('does not use a failure for a later request', async () => {
    const app = createTestApp({ op: createSlowProvider() })
    const { visit, back } = await startSignIn(app)
    const copy = visit.cloneWithCookies()
    app.op.lies.token = 'status-500'
    const answers = await openFourTimes(visit, back)
    expect(answers.map(getLocation)).toEqual(Array(4).fill(configuration))
    expect(countTokenRequests(app.op)).toBe(1)
    app.op.lies = {}
    expect(getLocation(await copy.get(back))).toBe(origin)
    expect(countTokenRequests(app.op)).toBe(2)
  })

  test('by another browser at the same time is rejected, without a token request', async () => {
    const app = createTestApp({ op: createSlowProvider() })
    const { visit, back } = await startSignIn(app)
    const thief = app.open()
    const [answer] = await Promise.all([thief.get(back), visit.get(back)])
    expect(getLocation(answer)).toBe(expiredSignIn)
    expect(await thief.getSession()).toBeNull()
    expect(countTokenRequests(app.op)).toBe(1)
  })

  test('by another browser with the same code and its own flow does not share the exchange', async () => {
    const app = createTestApp({ op: createSlowProvider() })
    const { visit, back } = await startSignIn(app)
    const { visit: thief, back: stolen } = await startSignIn(app)
    stolen.searchParams.set('code', back.searchParams.get('code') ?? '')
    const [answer] = await Promise.all([visit.get(back), thief.get(stolen)])
    expect(getLocation(answer)).toBe(origin)
    expect(await thief.getSession()).toBeNull()
    expect(countTokenRequests(app.op)).toBe(2)
  })

  test('does not share the exchange in workerd, where it would end with its request', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    const app = createTestApp({ op: createSlowProvider() })
    const { visit, back } = await startSignIn(app)
    const answers = await openFourTimes(visit, back)
    expect(answers.filter(answer => getLocation(answer) === origin)).toHaveLength(1)
    expect(countTokenRequests(app.op)).toBe(4)
  })
})

test('an ID token of an earlier flow is rejected because of its nonce', async () => {
  const op = createMaliciousProvider()
  const { open } = createTestApp({ op })
  let old: unknown
  op.lies.token = answer => {
    old ??= answer['id_token']
    return { ...answer, id_token: old }
  }
  await runRoundTrip(open(), op)
  const visit = open()
  expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
  expect(await visit.getSession()).toBeNull()
})
