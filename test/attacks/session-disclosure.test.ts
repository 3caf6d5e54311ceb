import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  ada,
  completeRoundTrip,
  createTestApp,
  credentials,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const createApp = (more = {}) => {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], ...more })
}
const everyAction = [
  'csrf',
  'session',
  'providers',
  'signin',
  'signout',
  'error',
  'verify-request',
  'nothing',
]

describe('a page of another site', () => {
  test.each(everyAction)('gets no CORS headers for %s', async action => {
    const { op, open } = createApp()
    const visit = open()
    await runRoundTrip(visit, op)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin }]) {
      const answer = await visit.get(`/auth/${action}`, { from: 'https://evil.example', headers })
      expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('gets status 400 for a preflight', async () => {
    const answer = await createApp()
      .open()
      .request('OPTIONS', '/auth/session', {
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })
    expect(answer.status).toBe(400)
  })

  test.each(['csrf', 'session', 'providers'])('cannot load %s as a script or style', async action => {
    const answer = await createApp().open().get(`/auth/${action}?callback=steal&jsonp=steal`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).not.toContain('steal')
  })

  test('cannot send the session cookie with a form', async () => {
    const { op, open } = createApp()
    const visit = open()
    await runRoundTrip(visit, op)
    expect(visit.jar.header(`${origin}/auth/session`, { method: 'POST', crossSite: true })).toBe('')
  })
})

describe('a script in a page of the app', () => {
  test('cannot read cookies', async () => {
    const { op, open } = createApp({ cookies: {} })
    const visit = open()
    await visit.signIn('op')
    await runRoundTrip(visit, op)
    await visit.signIn('op')
    expect(visit.jar.cookies().length).toBeGreaterThanOrEqual(4)
    for (const cookie of visit.jar.cookies()) {
      expect(cookie).toMatchObject({
        httpOnly: true,
        secure: true,
        sameSite: 'lax',
        path: cookie.name.endsWith('-finished') ? '/auth/callback' : '/',
        hostOnly: true,
      })
      expect(cookie.name).toMatch(/^__(Secure|Host)-/)
    }
  })

  test('receives only name, email and image of the user', async () => {
    const adapter = MemoryAdapter()
    const secretColumn = { passwordHash: 'scrypt$canary', role: 'admin' }
    await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null, ...secretColumn })
    const visit = createApp({ adapter }).open()
    await visit.signInWithCredentials(ada)
    const body = await (await visit.get('/auth/session')).text()
    expect(Object.keys(JSON.parse(body).user).sort()).toEqual(['email'])
    expect(body).not.toContain('canary')
    expect(body).not.toContain(visit.jar.get(sessionCookie)?.value)
  })
})

describe('a shared cache', () => {
  test('must not store any response', async () => {
    const { op, open } = createApp()
    const visit = open()
    const away = await visit.signIn('op')
    const answers = [
      away,
      await completeRoundTrip(visit, op, away),
      await visit.signInWithCredentials(ada),
      await visit.signInWithCredentials({ ...ada, password: 'x' }),
      await visit.signOut(),
      await visit.signOut({}, { headers: { 'x-auth-return-redirect': '1' } }),
      await visit.post('/auth/session', {}),
      await visit.post('/auth/csrf', {}),
      await visit.get('/auth/signin/op'),
      await visit.get('/auth/callback/op?error=x'),
      await visit.request('PUT', '/auth/session'),
      await visit.head('/auth/session'),
      await visit.head('/auth/callback/op'),
      ...(await Promise.all(everyAction.map(action => visit.get(`/auth/${action}`)))),
    ]
    for (const answer of answers)
      expect(answer.headers.get('cache-control'), String(answer.status)).toContain('no-store')
  })

  test('must not store a response without CSRF check', async () => {
    const { skipCSRFCheck } = await import('latchkey')
    const answer = await createApp({ skipCSRFCheck }).open().get('/auth/csrf')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  test.each([
    '/auth/session/x.css',
    '/auth/session;a.js',
    '/auth/session%2ecss',
    '/auth/session.json',
    '/auth/Session',
  ])('gets no session for a URL that looks like a file: %s', async path => {
    const { op, open } = createApp()
    const visit = open()
    await runRoundTrip(visit, op)
    const answer = await visit.get(path)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(await answer.text()).not.toMatch(/grace@|Grace/)
  })
})

test('200 concurrent visitors each read their own session', { timeout: 60_000 }, async () => {
  const adapter = MemoryAdapter()
  const { op, open } = createTestApp({ adapter })
  const people = Array.from({ length: 200 }, (_, index) => ({
    sub: `p${index}`,
    email: `p${index}@example.com`,
  }))
  const seen = await Promise.all(
    people.map(async as => {
      const visit = open()
      await runRoundTrip(visit, op, { as })
      return (await visit.getSession())?.['user']
    }),
  )
  expect(seen).toEqual(people.map(({ email }) => expect.objectContaining({ email })))
})
