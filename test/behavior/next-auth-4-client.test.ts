import { createCipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import NextAuth4Credentials from 'latchkey/next-auth-4/credentials'
import { describe, expect, test } from 'vitest'
import { type AppSetup, completeRoundTrip, createTestApp, origin, secret } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'

const legacySessions = { nextAuth4: { until: '2999-03-01' } }
const ended = { nextAuth4: { until: '2020-03-01' } }

const password = NextAuth4Credentials({
  credentials: { email: {}, password: {} },
  authorize: credentials => {
    if (credentials?.password === 'sesame') return { id: '1', email: credentials.email }
    if (credentials?.password === 'empty') return null
    throw new Error('Incorrect password')
  },
})

const createApp = (more: AppSetup = {}) => {
  const app = createTestApp({ legacySessions, ...more })
  const { providers = [] } = app.config
  return createTestApp({ ...app.config, op: app.op, providers: [password, ...providers] })
}

/** Sends what `signIn` and `signOut` of next-auth 4 send, and reads the answer as they do. */
async function sendAsClient(visit: Visitor, path: string, fields: Record<string, string>) {
  const { csrfToken } = await (await visit.get('/auth/csrf')).json()
  const callbackUrl = `${origin}/shop`
  const response = await visit.post(path, { ...fields, csrfToken, callbackUrl, json: 'true' })
  const { url } = await response.json()
  const error = new URL(url).searchParams.get('error')
  return { error, status: response.status, ok: response.ok, url: error ? null : url }
}

/** Reads the session as `getSession` of next-auth 4 does. */
async function readAsClient(visit: Visitor) {
  const response = await visit.get('/auth/session', { headers: { 'content-type': 'application/json' } })
  const data = await response.json()
  if (!response.ok) throw data
  return Object.keys(data).length > 0 ? data : null
}

describe('the client of NextAuth 4', () => {
  test.each([
    ['signs in', 'sesame', { error: null, status: 200, ok: true, url: `${origin}/shop` }],
    ['reads a message', 'wrong', { error: 'Incorrect password', status: 401, ok: false, url: null }],
    ['reads wrong credentials', 'empty', { error: 'CredentialsSignin', status: 401, ok: false, url: null }],
  ])('%s with `redirect: false`', async (_, value, result) => {
    const visit = createApp().open()
    const fields = { email: 'ada@example.com', password: value, redirect: 'false' }
    expect(await sendAsClient(visit, '/auth/callback/credentials', fields)).toEqual(result)
    const session = await readAsClient(visit)
    expect(session?.user?.email ?? null).toBe(result.ok ? 'ada@example.com' : null)
  })

  test('reads a denial', async () => {
    const visit = createApp({ callbacks: { signIn: () => false } }).open()
    const fields = { email: 'ada@example.com', password: 'sesame' }
    expect(await sendAsClient(visit, '/auth/callback/credentials', fields)).toMatchObject({
      error: 'AccessDenied',
      status: 403,
      ok: false,
    })
  })

  test('reads that there were too many attempts', async () => {
    const visit = createApp({ throttling: { account: { limit: 1 } } }).open()
    const fields = { email: 'ada@example.com', password: 'wrong' }
    await sendAsClient(visit, '/auth/callback/credentials', fields)
    expect(await sendAsClient(visit, '/auth/callback/credentials', fields)).toMatchObject({
      error: 'TooManyRequests',
      url: null,
    })
  })

  test('starts a sign-in at a provider, and one by email', async () => {
    const { op, open } = createApp()
    expect((await sendAsClient(open(), '/auth/signin/op', {})).url).toMatch(op.issuer)
    const email = { id: 'email', type: 'email' as const, name: 'Email', sendVerificationRequest() {} }
    const app = createTestApp({ legacySessions, adapter: MemoryAdapter(), providers: [email] })
    expect(await sendAsClient(app.open(), '/auth/signin/email', { email: 'ada@example.com' })).toMatchObject({
      url: `${origin}/auth/verify-request?provider=email&type=email`,
      ok: true,
    })
  })

  test('updates the session, and signs out', async () => {
    const visit = createApp().open()
    await sendAsClient(visit, '/auth/callback/credentials', { email: 'a@example.com', password: 'sesame' })
    const csrfToken = await visit.getCsrfToken()
    const updated = await visit.post('/auth/session', { csrfToken, data: { name: 'Ada' } }, { json: true })
    expect(await updated.json()).toMatchObject({ user: { email: 'a@example.com' } })
    expect(await sendAsClient(visit, '/auth/signout', {})).toMatchObject({ url: `${origin}/shop` })
    expect(await readAsClient(visit)).toBeNull()
  })

  test('sends its messages to a log that answers, and does not write them', async () => {
    const { open, log } = createApp()
    const response = await open().post('/auth/_log', { level: 'error', code: 'CLIENT_FETCH_ERROR' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(log.errors).toEqual([])
  })

  test('without the option gets what Auth.js sends', async () => {
    const { open } = createApp({ legacySessions: undefined })
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const fields = { email: 'ada@example.com', password: 'sesame', csrfToken, json: 'true' }
    expect((await visit.post('/auth/callback/credentials', fields)).status).toBe(302)
    expect((await open().post('/auth/_log', {})).status).toBe(400)
    const signedOut = await open().get('/auth/session', { headers: { 'content-type': 'application/json' } })
    expect(await signedOut.json()).toBeNull()
  })
})

/** A token and its cookie, as NextAuth 4 set them. */
function setOldCsrfCookie({ jar }: Visitor, name = '__Host-next-auth.csrf-token', key = secret): string {
  const token = randomBytes(32).toString('hex')
  const hash = createHash('sha256')
    .update(token + key)
    .digest('hex')
  jar.set(origin, `${name}=${encodeURIComponent(`${token}|${hash}`)}; Path=/; HttpOnly; Secure; SameSite=Lax`)
  return token
}

describe('a form that NextAuth 4 rendered', () => {
  const submit = (visit: Visitor, csrfToken: string) =>
    visit.post('/auth/callback/credentials', { csrfToken, email: 'ada@example.com', password: 'sesame' })
  const accepted = `${origin}`

  test.each([
    ['signs in', {}, undefined, accepted],
    [
      'also if the name of the cookie is of the app',
      { cookies: { csrfToken: { name: 'shop' } } },
      'shop',
      accepted,
    ],
    ['not without the option', { legacySessions: undefined }, undefined, 'error=MissingCSRF'],
    ['not after the end of the migration', { legacySessions: ended }, undefined, 'error=MissingCSRF'],
    ['not with the cookie of http', {}, 'next-auth.csrf-token', 'error=MissingCSRF'],
  ])('%s', async (_, setup, name, location) => {
    const visit = createApp(setup).open()
    const token = setOldCsrfCookie(visit, name)
    const answer = (await submit(visit, token)).headers.get('location')
    expect(answer).toContain(location)
    if (location === accepted) expect(answer).not.toContain('error')
  })

  test('is refused with another token, another secret, no cookie, or from another site', async () => {
    const { open } = createApp()
    const visit = open()
    const token = setOldCsrfCookie(visit)
    const forged = open()
    const answers = [
      await submit(visit, randomBytes(32).toString('hex')),
      await submit(open(), token),
      await submit(forged, setOldCsrfCookie(forged, undefined, 'another secret')),
      await visit.post(
        '/auth/callback/credentials',
        { csrfToken: token, password: 'sesame' },
        { from: 'https://evil.example' },
      ),
    ]
    for (const answer of answers) expect(answer.headers.get('location')).toContain('error=MissingCSRF')
  })
})

/** Issues a check cookie as NextAuth 4 does. */
function sealCheck(name: string, value: string, lifetime = 900): string {
  const info = `NextAuth.js Generated Encryption Key (${name})`
  const key = new Uint8Array(hkdfSync('sha256', secret, name, info, 32))
  const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header))
  const iat = Math.floor(Date.now() / 1000)
  const claims = JSON.stringify({ value, iat, exp: iat + lifetime, jti: randomUUID() })
  const body = Buffer.concat([cipher.update(claims), cipher.final()])
  return [header, '', ...[iv, body, cipher.getAuthTag()].map(part => part.toString('base64url'))].join('.')
}

interface OldFlow {
  readonly state?: string
  readonly lifetime?: number
  readonly prefix?: string
  readonly setup?: AppSetup
}

/** Finishes a sign-in that NextAuth 4 started: same provider, cookies of that library. */
async function finishOldSignIn({ state = 'state-of-4', lifetime, prefix, setup = {} }: OldFlow) {
  const app = createApp(setup)
  const visit = app.open()
  const verifier = randomBytes(32).toString('base64url')
  const names = { state: 'state', verifier: 'pkce.code_verifier', nonce: 'nonce' }
  const values = { state, verifier, nonce: 'nonce-of-4' }
  for (const [key, part] of Object.entries(names)) {
    const name = `${prefix ?? '__Secure-next-auth'}.${part}`
    const value = sealCheck(name, values[key as keyof typeof values], lifetime)
    visit.jar.set(origin, `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax`)
  }
  const saved = encodeURIComponent(`${origin}/cart`)
  visit.jar.set(origin, `__Secure-next-auth.callback-url=${saved}; Path=/; HttpOnly; Secure; SameSite=Lax`)
  const url = app.open().getLocation(await app.open().signIn('op'))
  url.searchParams.set('state', 'state-of-4')
  url.searchParams.set('nonce', values.nonce)
  url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  const redirect = Response.redirect(url.href)
  return { visit, response: await completeRoundTrip(visit, app.op, redirect) }
}

describe('a sign-in that NextAuth 4 started', () => {
  test('is finished, once, at the page that it was for', async () => {
    const { visit, response } = await finishOldSignIn({})
    expect(response.headers.get('location')).toBe(`${origin}/cart`)
    expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
    expect(visit.jar.cookies().filter(({ name }) => /next-auth\.(state|pkce|nonce)/.test(name))).toEqual([])
  })

  test('is finished with cookies that the app named', async () => {
    const cookies = {
      state: { name: 'shop.state' },
      pkceCodeVerifier: { name: 'shop.pkce.code_verifier' },
      nonce: { name: 'shop.nonce' },
    }
    const { visit } = await finishOldSignIn({ prefix: 'shop', setup: { cookies } })
    expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
  })

  test.each<[string, OldFlow]>([
    ['without the option', { setup: { legacySessions: undefined } }],
    ['after the end of the migration', { setup: { legacySessions: ended } }],
    ['with another state', { state: 'another' }],
    ['after its cookies expired', { lifetime: -60 }],
    ['with cookies of http', { prefix: 'next-auth' }],
  ])('is refused %s', async (_, flow) => {
    const { visit, response } = await finishOldSignIn(flow)
    expect(response.headers.get('location')).toMatch(/error=OAuthCallback/)
    expect(await visit.getSession()).toBeNull()
  })
})

test('an email link that NextAuth 4 sent signs in, after a confirmation', async () => {
  const adapter = MemoryAdapter()
  const token = randomBytes(32).toString('hex')
  await adapter.createVerificationToken({
    identifier: 'ada@example.com',
    expires: new Date(Date.now() + 600_000),
    token: createHash('sha256')
      .update(token + secret)
      .digest('hex'),
  })
  const email = {
    id: 'email',
    type: 'email' as const,
    name: 'Email',
    sendVerificationRequest() {},
  }
  const visit = createTestApp({ legacySessions, adapter, providers: [email] }).open()
  const query = new URLSearchParams({ callbackUrl: origin, token, email: 'ada@example.com' })
  const page = await visit.get(`/auth/callback/email?${query}`)
  expect(await page.text()).toContain('ada@example.com')
  await visit.post('/auth/callback/email', {
    ...Object.fromEntries(query),
    csrfToken: await visit.getCsrfToken(),
  })
  expect(await visit.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
})
