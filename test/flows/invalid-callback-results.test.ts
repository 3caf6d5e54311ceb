import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, origin } from '../support/app.js'
import { tryRoundTrip } from '../support/capture-logs.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

/** Invalid results, such as that of a function without a return statement. */
const mistakes: readonly unknown[] = [
  undefined,
  null,
  0,
  42,
  '',
  'text',
  true,
  {},
  [],
  Number.NaN,
  10n,
  new Date(0),
]

type Place = (returns: () => unknown) => object
const op = createMaliciousProvider()

const places: Record<string, Place> = {
  'callbacks.signIn': signIn => ({ callbacks: { signIn } }),
  'callbacks.redirect': redirect => ({ callbacks: { redirect } }),
  'callbacks.jwt': jwt => ({ callbacks: { jwt }, session: { strategy: 'jwt' } }),
  'callbacks.session': session => ({ callbacks: { session } }),
  authorize: authorize => ({ providers: [op.provider(), { ...credentials, authorize }] }),
  profile: profile => ({ providers: [op.provider({ profile: profile as () => object }), credentials] }),
  account: account => ({ providers: [op.provider({ account: account as () => object }), credentials] }),
  'session.generateSessionToken': generateSessionToken => ({ session: { generateSessionToken } }),
  'jwt.encode': encode => ({ jwt: { encode }, session: { strategy: 'jwt' } }),
  'jwt.decode': decode => ({ jwt: { decode }, session: { strategy: 'jwt' } }),
  'adapter.getUserByAccount': getUserByAccount => ({ adapter: { ...MemoryAdapter(), getUserByAccount } }),
  'adapter.getSessionAndUser': getSessionAndUser => ({ adapter: { ...MemoryAdapter(), getSessionAndUser } }),
  'adapter.createUserWithAccount': create => ({
    adapter: { ...MemoryAdapter(), createUserWithAccount: create },
  }),
}
const cases = Object.keys(places).flatMap(place => mistakes.map(returned => ({ place, returned })))

describe.each(cases)('`$place` that returns $returned', ({ place, returned }) => {
  test('is handled at each step', async () => {
    const config: object = { adapter: MemoryAdapter(), ...places[place]?.(() => returned) }
    const { open } = createTestApp({
      op,
      providers: [op.provider(), credentials],
      ...(config as Partial<AuthConfig>),
    })
    const visit = open()
    await visit.get('/auth/signin?callbackUrl=/a')
    await attempt(() => tryRoundTrip(visit, op))
    await attempt(() => visit.signInWithCredentials({ ...ada, callbackUrl: '/a' }))
    const session = await visit.get('/auth/session')
    expect([200, 500, 503]).toContain(session.status)
    JSON.parse(await session.text())
    await attempt(() => visit.signOut())
    // A failure always ends on a page, never in a redirect loop.
    const failure = await visit.get('/auth/error?error=Configuration', { follow: true })
    expect(failure.headers.get('content-type')).toContain('text/html')
    expect((await visit.get('/auth/csrf')).status).toBeLessThanOrEqual(500)
  })
})

/** Runs a step that may fail because the CSRF token cannot be read. */
async function attempt(step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (error) {
    expect(String(error)).toMatch(/Expected \{ csrfToken \}|is not valid JSON/)
  }
}

test('a thrown value that is not an Error redirects with Configuration', async () => {
  for (const thrown of [
    undefined,
    null,
    'text',
    42,
    {},
    Object.create(null),
    Symbol('x'),
    new Proxy({}, {}),
  ]) {
    const authorize = () => Promise.reject(thrown)
    const { open } = createTestApp({ op, providers: [{ ...credentials, authorize }] })
    const answer = await open().signInWithCredentials(ada)
    expect(answer.headers.get('location')).toBe(`${origin}/auth/error?error=Configuration`)
  }
})
