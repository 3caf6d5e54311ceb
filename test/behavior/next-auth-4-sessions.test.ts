import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode, getToken } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AppSetup, ada, origin, runRoundTrip, secret, sessionCookie } from '../support/app.js'
import { issueNextAuth4Token, recorded, splitNextAuth4Cookie } from '../support/next-auth-4.js'
import type { Visitor } from '../support/visitor.js'
import { clock, createSessionApp, day, listSessionLines, read } from '../unit/sessions/session-app.js'

const oldCookie = '__Secure-next-auth.session-token'
const until = '2026-08-01'
const legacySessions = { nextAuth4: { until } }
const claims = { sub: '4711', name: 'Ada', email: ada.email }

beforeEach(clock.stop)
afterEach(clock.start)

function setOldCookie(visit: Visitor, value: string, name = oldCookie): void {
  for (const [part, text] of splitNextAuth4Cookie(name, value))
    visit.jar.set(origin, `${part}=${text}; Path=/; HttpOnly; Secure; SameSite=Lax`)
}

/** Opens the browser of a user who signed in to the app when it ran on next-auth 4. */
function openOldBrowser(more: AppSetup = {}, token = issueNextAuth4Token(claims, secret)) {
  const app = createSessionApp({ legacySessions, ...more })
  const visit = app.open()
  setOldCookie(visit, token)
  return { ...app, visit }
}

const listCookieNames = ({ jar }: Visitor) =>
  jar
    .cookies()
    .map(({ name }) => name)
    .filter(name => name.includes('session-token'))

const readEmail = async (visit: Visitor) =>
  ((await visit.getSession()) as { user: { email: string } } | null)?.user.email

describe('a JWT session of NextAuth 4', () => {
  test('that the package itself issued signs in, and is reissued', async () => {
    expect(recorded.secret).toBe(secret)
    const { visit } = openOldBrowser({}, recorded.token)
    expect(await visit.getSession()).toEqual({
      user: { name: 'Ada', email: 'ada@example.com', image: null },
      expires: clock.in(30 * day),
    })
    expect(listCookieNames(visit)).toEqual([sessionCookie])
    expect(await readEmail(visit)).toBe(ada.email)
  })

  test('keeps its claims in the `jwt` and `session` callbacks', async () => {
    const seen: unknown[] = []
    const { visit } = openOldBrowser(
      {
        callbacks: {
          jwt: ({ token }) => {
            seen.push(token.sub, token['role'])
            return token
          },
          session: ({ session, token }) => ({ ...session, role: token['role'] }),
        },
      },
      issueNextAuth4Token({ ...claims, role: 'admin' }, secret),
    )
    expect(await visit.getSession()).toMatchObject({ role: 'admin' })
    expect(await visit.getSession()).toMatchObject({ role: 'admin' })
    expect(seen).toEqual(['4711', 'admin', '4711', 'admin'])
  })

  test('in chunks signs in, and all chunks are cleared', async () => {
    const { visit } = openOldBrowser({}, issueNextAuth4Token({ ...claims, pad: 'x'.repeat(6_000) }, secret))
    expect(listCookieNames(visit)).toEqual([`${oldCookie}.0`, `${oldCookie}.1`, `${oldCookie}.2`])
    expect(await readEmail(visit)).toBe(ada.email)
    expect(listCookieNames(visit).filter(name => name.startsWith(oldCookie))).toEqual([])
    expect(await readEmail(visit)).toBe(ada.email)
  })

  test('signs in where cookies cannot be set', async () => {
    const { visit, config } = openOldBrowser()
    expect(await read(visit, config)).toMatchObject({ user: { email: ada.email } })
    expect(listCookieNames(visit)).toEqual([oldCookie])
  })

  test('of an older secret signs in', async () => {
    const token = issueNextAuth4Token(claims, 'short old one')
    const { visit } = openOldBrowser({ secret: [secret, 'short old one'] }, token)
    expect(await readEmail(visit)).toBe(ada.email)
  })

  test('in a cookie with the name of the app signs in', async () => {
    const app = createSessionApp({ legacySessions: { nextAuth4: { until, cookieName: 'shop' } } })
    const visit = app.open()
    setOldCookie(visit, issueNextAuth4Token(claims, secret), 'shop')
    expect(await readEmail(visit)).toBe(ada.email)
    expect(visit.jar.get('shop')).toBeUndefined()
  })

  test('in a cookie whose name the app keeps signs in, and is replaced', async () => {
    const cookies = { sessionToken: { name: 'shop' } }
    const app = createSessionApp({ cookies, legacySessions: { nextAuth4: { until, cookieName: 'shop' } } })
    const visit = app.open()
    const token = issueNextAuth4Token(claims, secret)
    setOldCookie(visit, token, 'shop')
    expect(await readEmail(visit)).toBe(ada.email)
    expect(visit.jar.get('shop')?.value).not.toBe(token)
    expect(await readEmail(visit)).toBe(ada.email)
  })

  test('in the format of `jwt.decode` signs in', async () => {
    const jwt: AuthConfig['jwt'] = {
      encode: ({ token }) => `own.${JSON.stringify(token)}`,
      decode: ({ token = '' }) => (token.startsWith('own.') ? JSON.parse(token.slice(4)) : null),
    }
    const own = encodeURIComponent(`own.${JSON.stringify({ ...claims, iat: Date.now() / 1000 })}`)
    const { visit } = openOldBrowser({ jwt }, own)
    expect(await readEmail(visit)).toBe(ada.email)
    expect(listCookieNames(visit)).toEqual([sessionCookie])
  })

  test('ends when the user signs out', async () => {
    const signedOut: unknown[] = []
    const { visit } = openOldBrowser({
      events: { signOut: message => void signedOut.push('token' in message && message.token?.sub) },
    })
    await visit.signOut()
    expect(signedOut).toEqual(['4711'])
    expect(listCookieNames(visit)).toEqual([])
  })

  test('is replaced when another user signs in', async () => {
    const { visit, op } = openOldBrowser()
    await runRoundTrip(visit, op)
    expect(await readEmail(visit)).toBe('grace@example.com')
    expect(listCookieNames(visit)).toEqual([sessionCookie])
  })
})

describe('a cookie of NextAuth 4 is refused', () => {
  const day31 = 31 * day
  test.each([
    ['without the option', { legacySessions: undefined }, issue()],
    ['with another secret', {}, () => issueNextAuth4Token(claims, 'another secret of 32 characters!')],
    ['if it was changed', {}, () => changeCiphertext(issueNextAuth4Token(claims, secret))],
    ['if it has expired', {}, issue({ iat: seconds(-day31), exp: seconds(-day) })],
    ['if it is older than `session.maxAge`', { session: { maxAge: day } }, issue({ iat: seconds(-2 * day) })],
    [
      'if it is older than `session.absoluteMaxAge`',
      { session: { absoluteMaxAge: day } },
      issue({ iat: seconds(-2 * day) }),
    ],
    ['if it has no `iat`', {}, issue({ iat: undefined })],
    ['if it has no `exp`', {}, issue({ exp: undefined })],
    ['after the end of the migration', { legacySessions: { nextAuth4: { until: '2026-06-01' } } }, issue()],
  ])('%s', async (_, setup, createToken) => {
    const { visit, config } = openOldBrowser(setup, createToken())
    expect(await visit.getSession()).toBeNull()
    expect(await read(visit, config)).toBeNull()
  })

  test('of the other scheme', async () => {
    const { visit } = openOldBrowser()
    visit.jar.set(origin, `${oldCookie}=; Max-Age=0; Path=/; Secure`)
    setOldCookie(visit, issueNextAuth4Token(claims, secret), 'next-auth.session-token')
    expect(await visit.getSession()).toBeNull()
  })

  test('when the end of the migration comes while the server runs', async () => {
    const { visit, config } = openOldBrowser({ session: { maxAge: 400 * day } })
    setOldCookie(visit, issueNextAuth4Token({ ...claims, exp: seconds(400 * day)() }, secret))
    clock.pass(60 * day)
    expect(await read(visit, config)).toMatchObject({ user: { email: ada.email } })
    clock.pass(1 * day)
    expect(await read(visit, config)).toBeNull()
  })

  test('next to a session of Latchkey, and is cleared at sign-out', async () => {
    const { visit, op } = openOldBrowser()
    const token = visit.jar.get(oldCookie)?.value ?? ''
    await runRoundTrip(visit, op)
    setOldCookie(visit, token)
    expect(await readEmail(visit)).toBe('grace@example.com')
    await visit.signOut()
    expect(listCookieNames(visit)).toEqual([])
    expect(await visit.getSession()).toBeNull()
  })

  test('next to a session cookie of Latchkey that is not valid', async () => {
    const { visit } = openOldBrowser()
    visit.jar.set(origin, `${sessionCookie}=garbage; Path=/; HttpOnly; Secure`)
    expect(await visit.getSession()).toBeNull()
    expect(listCookieNames(visit)).toEqual([])
  })

  test('by Latchkey after it was signed out, also if the date is extended', async () => {
    const { visit, op } = openOldBrowser({ legacySessions: { nextAuth4: { until: '2026-05-01' } } })
    await runRoundTrip(visit, op)
    await visit.signOut()
    expect(listCookieNames(visit)).toEqual([])
  })

  function issue(more: Record<string, unknown> = {}) {
    return () =>
      issueNextAuth4Token(
        {
          ...claims,
          ...Object.fromEntries(
            Object.entries(more).map(([name, value]) => [
              name,
              typeof value === 'function' ? value() : value,
            ]),
          ),
        },
        secret,
      )
  }

  function changeCiphertext(token: string) {
    const [header, key, iv, ciphertext = '', tag] = token.split('.')
    const changed = (ciphertext.startsWith('A') ? 'B' : 'A') + ciphertext.slice(1)
    return [header, key, iv, changed, tag].join('.')
  }

  function seconds(offset: number) {
    return () => Math.floor(Date.now() / 1000) + offset
  }
})

describe('a database session of NextAuth 4', () => {
  async function openWithStoredSession(expires = new Date(Date.now() + 29.9 * day * 1000)) {
    const adapter = MemoryAdapter()
    const user = await adapter.createUser({ id: 'ada', name: 'Ada', email: ada.email, emailVerified: null })
    await adapter.createSession({ sessionToken: 'stored-by-next-auth-4', userId: user.id, expires })
    return { adapter, ...openOldBrowser({ adapter }, 'stored-by-next-auth-4') }
  }

  test('signs in, and moves to the cookie of Latchkey', async () => {
    const { visit } = await openWithStoredSession()
    expect(await readEmail(visit)).toBe(ada.email)
    expect(listCookieNames(visit)).toEqual([sessionCookie])
    expect(visit.jar.get(sessionCookie)?.value).toBe('stored-by-next-auth-4')
    expect(await readEmail(visit)).toBe(ada.email)
  })

  test('signs in where cookies cannot be set', async () => {
    const { visit, config } = await openWithStoredSession()
    expect(await read(visit, config)).toMatchObject({ user: { email: ada.email } })
    expect(listCookieNames(visit)).toEqual([oldCookie])
  })

  test('is deleted when the user signs out', async () => {
    const { visit, adapter } = await openWithStoredSession()
    await visit.signOut()
    expect(await adapter.getSessionAndUser('stored-by-next-auth-4')).toBeNull()
    expect(listCookieNames(visit)).toEqual([])
  })

  test('next to a session of Latchkey is ignored, and deleted when the user signs out', async () => {
    const { visit, op, adapter } = await openWithStoredSession()
    visit.jar.set(origin, `${oldCookie}=; Max-Age=0; Path=/; Secure`)
    await runRoundTrip(visit, op)
    setOldCookie(visit, 'stored-by-next-auth-4')
    expect(await readEmail(visit)).toBe('grace@example.com')
    await visit.signOut()
    expect(await adapter.getSessionAndUser('stored-by-next-auth-4')).toBeNull()
    expect(listCookieNames(visit)).toEqual([])
  })

  test('that has expired is refused', async () => {
    const { visit } = await openWithStoredSession(new Date(Date.now() - 1000))
    expect(await visit.getSession()).toBeNull()
    expect(listCookieNames(visit)).toEqual([])
  })
})

test('the end of the migration is logged once, at the first request', async () => {
  const app = createSessionApp({ legacySessions: { nextAuth4: { until: '2026-05-01' } } })
  await app.open().getSession()
  await app.open().getSession()
  expect(app.log.warnings).toEqual(['legacy-sessions-ended'])
})

test('the response that reissues a session sets and clears only the session cookies', async () => {
  const { visit } = openOldBrowser()
  const answer = await visit.get('/auth/session')
  expect(listSessionLines(answer)).toHaveLength(1)
  expect(listSessionLines(answer, oldCookie)).toEqual([
    `${oldCookie}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ])
})

describe('`getToken` with `legacySessions`', () => {
  const createRequest = (cookies: Record<string, string>, headers: Record<string, string> = {}) =>
    new Request(origin, {
      headers: {
        ...headers,
        cookie: Object.entries(cookies)
          .map(pair => pair.join('='))
          .join('; '),
      },
    })
  const old = () => ({ [oldCookie]: issueNextAuth4Token(claims, secret) })

  test('returns the token of NextAuth 4', async () => {
    const req = createRequest(old())
    expect(await getToken({ req, secret, legacySessions })).toMatchObject({ sub: '4711' })
    expect(await getToken({ req, secret, legacySessions, raw: true })).toMatch(/^ey/)
    expect(await getToken({ req: { headers: req.headers }, secret, legacySessions })).toMatchObject(claims)
  })

  test.each([
    ['without the option', undefined, {}],
    ['after the end of the migration', { nextAuth4: { until: '2026-05-01' } }, {}],
    ['with another secret', legacySessions, { [oldCookie]: issueNextAuth4Token(claims, 'another secret') }],
    ['next to a cookie of Latchkey', legacySessions, { [sessionCookie]: 'garbage' }],
    ['of the other scheme', legacySessions, { [oldCookie]: '', 'next-auth.session-token': old()[oldCookie] }],
  ])('does not %s', async (_, option, cookies) => {
    const req = createRequest({ ...old(), ...cookies } as Record<string, string>)
    expect(await getToken({ req, secret, legacySessions: option })).toBeNull()
  })

  test('returns it from a cookie whose name the app keeps', async () => {
    const req = createRequest({ shop: issueNextAuth4Token(claims, secret) })
    const nextAuth4 = { until, cookieName: 'shop' }
    const params = { req, secret, cookieName: 'shop' }
    expect(await getToken({ ...params, legacySessions: { nextAuth4 } })).toMatchObject(claims)
    expect(await getToken(params)).toBeNull()
  })

  test('ignores the header next to a cookie', async () => {
    const bearer = await encode({ token: { sub: 'other' }, secret, salt: sessionCookie })
    const authorization = { authorization: `Bearer ${bearer}` }
    const req = createRequest({ [oldCookie]: 'garbage' }, authorization)
    expect(await getToken({ req, secret, legacySessions })).toBeNull()
    expect(await getToken({ req: createRequest({}, authorization), secret, legacySessions })).toMatchObject({
      sub: 'other',
    })
  })
})
