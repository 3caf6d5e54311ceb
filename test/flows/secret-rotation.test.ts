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

/** The same site before, while and after its secret is replaced; one browser meets each of them. */
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

/** The same browser, and the site as it is now. */
const extendSession = (visit: Visitor, { open }: Deployment) => open({ jar: visit.jar })

/** A store with the person that the password belongs to. */
async function storeWithAda() {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  return adapter
}

describe.each(['jwt', 'database'] as const)('a new secret in front of the old one, %s sessions', strategy => {
  const site = async (more: AppSetup = {}) =>
    createDeployments({ adapter: await storeWithAda(), session: { strategy }, ...more })

  test.each(['op', 'plain'])('ends the sign-in at "%s" that was under way', async provider => {
    const { op, before, between } = await site()
    const visit = before.open()
    const away = await visit.signIn(provider, { callbackUrl: '/welcome' })
    const later = extendSession(visit, between)
    expect(getLocation(await completeRoundTrip(later, op, away))).toBe(`${origin}/welcome`)
    expect(await later.getSession()).toMatchObject({ user: { email: grace.email } })
    expect(between.log.errors).toEqual([])
  })

  test('ends the sign-in whose answer is a form', async () => {
    const { op, before, between } = await site()
    const visit = before.open()
    const back = op.authorize(visit.getLocation(await visit.signIn('form', { callbackUrl: '/welcome' })))
    const later = extendSession(visit, between)
    const answer = await later.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
    expect(getLocation(answer)).toBe(`${origin}/welcome`)
    expect(await later.getSession()).toMatchObject({ user: { email: grace.email } })
  })

  test('tells who refused consent what they would have been told', async () => {
    const { op, before, between } = await site()
    const visit = before.open()
    const away = await visit.signIn('op')
    const back = await completeRoundTrip(extendSession(visit, between), op, away, { error: 'access_denied' })
    expect(getLocation(back)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
  })

  test('counts the flows of before among the four that a browser has', async () => {
    const { op, before, between } = await site()
    const visit = before.open()
    const aways = [await visit.signIn('op'), await visit.signIn('op')]
    const later = extendSession(visit, between)
    aways.push(await later.signIn('op'), await later.signIn('op'))
    for (const away of aways) expect(getLocation(await completeRoundTrip(later, op, away))).toBe(origin)
  })

  test('takes the password form that was open', async () => {
    const { before, between } = await site()
    const visit = before.open()
    const csrfToken = await visit.getCsrfToken()
    const later = extendSession(visit, between)
    const answer = await later.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(answer)).toBe(origin)
    expect(await later.getSession()).toMatchObject({ user: { name: 'Ada' } })
    expect(await later.getCsrfToken()).toBe(csrfToken)
  })

  test('signs nobody out, and the session outlives the old secret once it was extended', async () => {
    const { before, between, after } = await site({ session: { strategy, updateAge: 0 } })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await extendSession(visit, between).getSession()).toMatchObject({ user: { name: 'Ada' } })
    expect(await extendSession(visit, after).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('takes the sign-out form that was open', async () => {
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

  test('takes the update of a page that was open, and the session moves to the new secret', async () => {
    const { before, between, after } = await site()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const csrfToken = await visit.getCsrfToken()
    const later = extendSession(visit, between)
    const answer = await later.post('/auth/session', { csrfToken, data: {} }, { json: true })
    expect(await answer.json()).toMatchObject({ user: { name: 'Ada' } })
    expect(await extendSession(visit, after).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('connects an account to who signed in before', async () => {
    const adapter = await storeWithAda()
    const { op, before, between } = await site({ adapter })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const later = extendSession(visit, between)
    expect(getLocation(await runRoundTrip(later, op))).toBe(origin)
    const owner = await adapter.getUserByAccount({ provider: 'op', providerAccountId: grace.sub })
    expect(owner?.id).toBe('ada-1')
  })

  test('remembers where the visitor wanted to go', async () => {
    const { before, between } = await site()
    const visit = before.open()
    await visit.get('/auth/signin?callbackUrl=/wanted')
    expect(getLocation(await extendSession(visit, between).signInWithCredentials(ada))).toBe(
      `${origin}/wanted`,
    )
  })
})

describe('a new secret in front of the old one', () => {
  test('keeps a long session in its pieces', async () => {
    const jwt = ({ token }: { token: object }) => ({ ...token, long: 'x'.repeat(6_000) })
    const { before, between } = createDeployments({ callbacks: { jwt } })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(visit.jar.get(`${sessionCookie}.1`)).toBeDefined()
    expect(await extendSession(visit, between).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('keeps `getToken` in the picture', async () => {
    const visit = createDeployments().before.open()
    await visit.signInWithCredentials(ada)
    const req = { headers: { cookie: visit.jar.header(origin) } }
    expect(await getToken({ req, secret: [fresh, old] })).toMatchObject({ sub: 'ada-1' })
    expect(await getToken({ req, secret: fresh })).toBeNull()
  })

  test('keeps a server that reads the session in the picture', async () => {
    const { before, between } = createDeployments()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await read(visit, between.config)).toMatchObject({ user: { name: 'Ada' } })
  })

  test('may be done with `jwt.secret` as well', async () => {
    const jwt = (secret: string | string[]) => createDeployments({ jwt: { secret } }).before
    const visit = jwt(old).open()
    await visit.signInWithCredentials(ada)
    expect(await jwt(fresh).open({ jar: visit.jar.clone() }).getSession()).toBeNull()
    expect(await jwt([fresh, old]).open({ jar: visit.jar }).getSession()).toMatchObject({
      user: { name: 'Ada' },
    })
  })

  test('may come several times before everybody is back', async () => {
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

  test('is the one that seals from then on', async () => {
    const { between, before, after } = createDeployments()
    const visit = between.open()
    await visit.signInWithCredentials(ada)
    expect(await before.open({ jar: visit.jar.clone() }).getSession()).toBeNull()
    expect(await after.open({ jar: visit.jar }).getSession()).not.toBeNull()
  })
})

describe('a CSRF cookie of Auth.js, which hashed over all its secrets joined', () => {
  const csrfToken = 'ab'.repeat(32)

  /** A browser with such a cookie, at a site with these secrets. */
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
    ['as they were', [old, older]],
    ['with a new one in front', [fresh, old, older]],
    ['with two new ones in front', ['a third secret, of more than 32 characters', fresh, old, older]],
  ])('counts %s, for every form', async (_, secret) => {
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
    ['in another order', `${older},${old}`, [old, older]],
    ['with one that we do not have', `${old},${older}`, [fresh, old]],
    ['with another separator', `${old};${older}`, [old, older]],
    ['of no secret at all', '', [old, older]],
  ])('does not count %s', async (_, joined, secret) => {
    const { visit } = arrived(joined, secret)
    const answer = await visit.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await visit.getCsrfToken()).not.toBe(csrfToken)
  })
})

describe('once the old secret is gone', () => {
  test('its sessions are over', async () => {
    const { before, after } = createDeployments()
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    const answer = await extendSession(visit, after).get('/auth/session')
    expect(await answer.json()).toBeNull()
    expect(visit.jar.get(sessionCookie)).toBeUndefined()
  })

  test('its forms and flows are refused, and can be begun again', async () => {
    const { op, before, after } = createDeployments()
    const visit = before.open()
    const csrfToken = await visit.getCsrfToken()
    const away = await visit.signIn('op')
    const later = extendSession(visit, after)
    const posted = await later.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(posted)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(getLocation(await completeRoundTrip(later, op, away))).toBe(
      `${origin}/auth/error?error=Configuration`,
    )
    expect(await later.getSession()).toBeNull()
    expect(getLocation(await runRoundTrip(later, op))).toBe(origin)
  })

  test('stored sessions go on: no secret is in them', async () => {
    const { before, after } = createDeployments({ adapter: await storeWithAda() })
    const visit = before.open()
    await visit.signInWithCredentials(ada)
    expect(await extendSession(visit, after).getSession()).toMatchObject({ user: { name: 'Ada' } })
  })
})
