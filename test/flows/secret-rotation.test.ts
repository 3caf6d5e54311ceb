import { createHash } from 'node:crypto'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { getToken } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  completeRoundTrip,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { read } from '../unit/sessions/session-app.js'

const old = 'the first secret, of more than 32 characters'
const older = 'one before the first, of more than 32 characters'
const fresh = 'the second secret, of more than 32 characters'
const csrfCookie = '__Host-authjs.csrf-token'

/** The same app before, during and after a secret rotation, with one browser. */
function createDeployments(more: AppSetup = {}) {
  const op = createMaliciousProvider()
  const form = { params: { response_mode: 'form_post' } }
  const providers = [
    credentials,
    op.provider(),
    op.plainProvider(),
    op.provider({ id: 'form', authorization: form }),
  ]
  const at = (secret: string | string[]) => createTestApp({ op, providers, ...more, secret })
  return { op, at, before: at(old), between: at([fresh, old]), after: at(fresh) }
}

type Deployment = ReturnType<typeof createTestApp>

/** The same browser at another deployment. */
const extendSession = (visit: Visitor, { open }: Deployment) => open({ jar: visit.jar })

/** An adapter with the user of the credentials. */
async function storeWithAda() {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  return adapter
}

describe.each(['jwt', 'database'] as const)('a new secret in front of the old one, %s sessions', strategy => {
  const site = async (more: AppSetup = {}) =>
    createDeployments({ adapter: await storeWithAda(), session: { strategy }, ...more })

  test.each(['op', 'plain'])('completes a pending sign-in at "%s"', async provider => {
    const { op, before, between } = await site()
    const visit = before.open()
    const away = await visit.signIn(provider, { callbackUrl: '/welcome' })
    const later = extendSession(visit, between)
    expect(getLocation(await completeRoundTrip(later, op, away))).toBe(`${origin}/welcome`)
    expect(await later.getSession()).toMatchObject({ user: { email: grace.email } })
    expect(between.log.errors).toEqual([])
  })

  test('completes a pending form_post sign-in', async () => {
    const { op, before, between } = await site()
    const visit = before.open()
    const back = op.authorize(visit.getLocation(await visit.signIn('form', { callbackUrl: '/welcome' })))
    const later = extendSession(visit, between)
    const answer = await later.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
    expect(getLocation(answer)).toBe(`${origin}/welcome`)
    expect(await later.getSession()).toMatchObject({ user: { email: grace.email } })
  })

  test('handles a denied consent of a pending sign-in', async () => {
    const { op, before, between } = await site()
    const visit = before.open()
    const away = await visit.signIn('op')
    const back = await completeRoundTrip(extendSession(visit, between), op, away, { error: 'access_denied' })
    expect(getLocation(back)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
  })

  test('counts pending sign-ins toward the limit of four', async () => {
    const { op, before, between } = await site()
    const visit = before.open()
    const aways = [await visit.signIn('op'), await visit.signIn('op')]
    const later = extendSession(visit, between)
    aways.push(await later.signIn('op'), await later.signIn('op'))
    for (const away of aways) expect(getLocation(await completeRoundTrip(later, op, away))).toBe(origin)
  })

  test('accepts an open credentials form', async () => {
    const { before, between } = await site()
    const visit = before.open()
    const csrfToken = await visit.getCsrfToken()
    const later = extendSession(visit, between)
    const answer = await later.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(answer)).toBe(origin)
    expect(await later.getSession()).toMatchObject({ user: { name: 'Ada' } })
    expect(await later.getCsrfToken()).toBe(csrfToken)
  })

  test('keeps the session, which stays valid without the old secret after a renewal', async () => {
    const { before, between, after } = await site({ session: { strategy, updateAge: 0 } })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await extendSession(visit, between).getSession()).toMatchObject({ user: { name: 'Ada' } })
    expect(await extendSession(visit, after).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('accepts an open sign-out form', async () => {
    const { before, between } = await site()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const page = await (await visit.get('/auth/signout')).text()
    const [, csrfToken = ''] = /name="csrfToken" value="([0-9a-f]{64})"/.exec(page) ?? []
    const later = extendSession(visit, between)
    const thief = later.cloneWithCookies()
    expect(getLocation(await later.post('/auth/signout', { csrfToken, callbackUrl: '/bye' }))).toBe(
      `${origin}/bye`,
    )
    expect(await later.getSession()).toBeNull()
    if (strategy === 'database') expect(await thief.getSession()).toBeNull()
  })

  test('accepts an update from an open page and encrypts the session with the new secret', async () => {
    const { before, between, after } = await site()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const csrfToken = await visit.getCsrfToken()
    const later = extendSession(visit, between)
    const answer = await later.post('/auth/session', { csrfToken, data: {} }, { json: true })
    expect(await answer.json()).toMatchObject({ user: { name: 'Ada' } })
    expect(await extendSession(visit, after).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('links an account to a user who signed in before', async () => {
    const adapter = await storeWithAda()
    const { op, before, between } = await site({ adapter })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const later = extendSession(visit, between)
    expect(getLocation(await runRoundTrip(later, op))).toBe(origin)
    const owner = await adapter.getUserByAccount({ provider: 'op', providerAccountId: grace.sub })
    expect(owner?.id).toBe('ada-1')
  })

  test('keeps the callback URL', async () => {
    const { before, between } = await site()
    const visit = before.open()
    await visit.get('/auth/signin?callbackUrl=/wanted')
    expect(getLocation(await extendSession(visit, between).signInWithCredentials(ada))).toBe(
      `${origin}/wanted`,
    )
  })
})

describe('a new secret in front of the old one', () => {
  test('reads a chunked session', async () => {
    const jwt = ({ token }: { token: object }) => ({ ...token, long: 'x'.repeat(6_000) })
    const { before, between } = createDeployments({ callbacks: { jwt } })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(visit.jar.get(`${sessionCookie}.1`)).toBeDefined()
    expect(await extendSession(visit, between).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('works with `getToken`', async () => {
    const visit = createDeployments().before.open()
    await visit.signInWithCredentials(ada)
    const req = { headers: { cookie: visit.jar.header(origin) } }
    expect(await getToken({ req, secret: [fresh, old] })).toMatchObject({ sub: 'ada-1' })
    expect(await getToken({ req, secret: fresh })).toBeNull()
  })

  test('works when reading the session on a server', async () => {
    const { before, between } = createDeployments()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await read(visit, between.config)).toMatchObject({ user: { name: 'Ada' } })
  })

  test('works with `jwt.secret`', async () => {
    const jwt = (secret: string | string[]) => createDeployments({ jwt: { secret } }).before
    const visit = jwt(old).open()
    await visit.signInWithCredentials(ada)
    expect(await jwt(fresh).open({ jar: visit.jar.clone() }).getSession()).toBeNull()
    expect(await jwt([fresh, old]).open({ jar: visit.jar }).getSession()).toMatchObject({
      user: { name: 'Ada' },
    })
  })

  test('can be followed by further secrets', async () => {
    const { op, at } = createDeployments()
    const visit = at(older).open()
    await visit.signInWithCredentials(ada)
    const csrfToken = await visit.getCsrfToken()
    const away = await visit.signIn('op')
    const later = extendSession(visit, at([fresh, old, older]))
    expect(await later.getSession()).toMatchObject({ user: { name: 'Ada' } })
    expect(await later.getCsrfToken()).toBe(csrfToken)
    expect(getLocation(await completeRoundTrip(later, op, away))).toBe(origin)
  })

  test('is used for encryption from then on', async () => {
    const { between, before, after } = createDeployments()
    const visit = between.open()
    await visit.signInWithCredentials(ada)
    expect(await before.open({ jar: visit.jar.clone() }).getSession()).toBeNull()
    expect(await after.open({ jar: visit.jar }).getSession()).not.toBeNull()
  })
})

describe('a CSRF cookie of Auth.js, hashed over all secrets joined', () => {
  const csrfToken = 'ab'.repeat(32)

  /** A browser with such a cookie, at an app with these secrets. */
  function arrived(joined: string, secret: string[]) {
    const site = createDeployments()
    const visit = site.at(secret).open()
    const hash = createHash('sha256')
      .update(csrfToken + joined)
      .digest('hex')
    visit.jar.set(origin, `${csrfCookie}=${csrfToken}%7C${hash}; Path=/; Secure`)
    return { ...site, visit }
  }

  test.each([
    ['unchanged', [old, older]],
    ['with a new one in front', [fresh, old, older]],
    ['with two new ones in front', ['a third secret, of more than 32 characters', fresh, old, older]],
  ])('is accepted with the secrets %s, in every form', async (_, secret) => {
    const { visit } = arrived(`${old},${older}`, secret)
    expect(getLocation(await visit.post('/auth/signin/op', { csrfToken }))).toContain(
      'https://op.example/authorize',
    )
    expect(getLocation(await visit.post('/auth/callback/credentials', { ...ada, csrfToken }))).toBe(origin)
    const updated = await visit.post('/auth/session', { csrfToken, data: {} }, { json: true })
    expect(await updated.json()).toMatchObject({ user: { name: 'Ada' } })
    await visit.post('/auth/signout', { csrfToken })
    expect(await visit.getSession()).toBeNull()
    expect(await visit.getCsrfToken()).toBe(csrfToken)
  })

  test.each([
    ['in a different order', `${older},${old}`, [old, older]],
    ['with an unknown secret', `${old},${older}`, [fresh, old]],
    ['with another separator', `${old};${older}`, [old, older]],
    ['with no secret', '', [old, older]],
  ])('is rejected if hashed %s', async (_, joined, secret) => {
    const { visit } = arrived(joined, secret)
    const answer = await visit.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await visit.getCsrfToken()).not.toBe(csrfToken)
  })
})

describe('after the old secret is removed', () => {
  test('its sessions end', async () => {
    const { before, after } = createDeployments()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const answer = await extendSession(visit, after).get('/auth/session')
    expect(await answer.json()).toBeNull()
    expect(visit.jar.get(sessionCookie)).toBeUndefined()
  })

  test('its forms and check cookies are rejected, and new ones work', async () => {
    const { op, before, after } = createDeployments()
    const visit = before.open()
    const csrfToken = await visit.getCsrfToken()
    const away = await visit.signIn('op')
    const later = extendSession(visit, after)
    const posted = await later.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(posted)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(getLocation(await completeRoundTrip(later, op, away))).toBe(
      `${origin}/auth/signin?error=OAuthCallbackError`,
    )
    expect(await later.getSession()).toBeNull()
    expect(getLocation(await runRoundTrip(later, op))).toBe(origin)
  })

  test('database sessions stay valid, because they do not use the secret', async () => {
    const { before, after } = createDeployments({ adapter: await storeWithAda() })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await extendSession(visit, after).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })
})
