import { customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import {
  createAuth,
  originChecked,
  type ServerSignInOptions,
  type ServerSignOutOptions,
  serializeCookie,
  toRequestHead,
} from 'latchkey/server'
import type { AuthConfig, SetCookie } from 'latchkey/types'
import { describe, expect, test, vi } from 'vitest'
import { ada, createTestApp, credentials, origin, sessionCookie } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { CookieJar } from '../../support/cookie-jar.js'
import type { Visitor } from '../../support/visitor.js'

const proof: { originCheck: typeof originChecked } = { originCheck: originChecked }

/** Creates a request for a page of the app. */
function request(jar: CookieJar, headers: Record<string, string> = {}): Request {
  return new Request(`${origin}/page`, { headers: { cookie: jar.header(`${origin}/page`), ...headers } })
}

const signIn = (request: Request, config: AuthConfig, options: ServerSignInOptions) =>
  createAuth(config).signIn(toRequestHead(request), options)

const signOut = (request: Request, config: AuthConfig, options: ServerSignOutOptions) =>
  createAuth(config).signOut(toRequestHead(request), options)

const refreshSession = (request: Request, config: AuthConfig) =>
  createAuth(config).refreshSession(toRequestHead(request))

const getSession = (request: Request, config: AuthConfig) =>
  createAuth(config).getSession(toRequestHead(request))

const update = (request: Request, config: AuthConfig, data: unknown) =>
  createAuth(config).update(toRequestHead(request), { originCheck: originChecked, data })

function storeCookies(jar: CookieJar, cookies: readonly SetCookie[]): void {
  for (const cookie of cookies) jar.set(origin, serializeCookie(cookie))
}

async function signInVisitor(visit: Visitor): Promise<Visitor> {
  await visit.signInWithCredentials(ada)
  return visit
}

function parseName(sent: unknown): string {
  return typeof sent === 'object' && sent !== null && 'name' in sent ? String(sent.name) : ''
}

describe('signIn on the server', () => {
  test('with credentials creates a session and redirects to `redirectTo`', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const jar = new CookieJar()
    const options = { ...proof, provider: 'credentials', fields: ada, redirectTo: '/inside' }
    const { redirect, error, cookies } = await signIn(request(jar), config, options)
    expect({ redirect, error }).toEqual({ redirect: `${origin}/inside`, error: null })
    storeCookies(jar, cookies)
    expect(await open({ jar }).getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test('redirects to the referring page, or to the root', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const options = { ...proof, provider: 'credentials', fields: ada }
    const from = request(new CookieJar(), { referer: `${origin}/basket` })
    expect(await signIn(from, config, options)).toMatchObject({ redirect: `${origin}/basket` })
    expect(await signIn(request(new CookieJar()), config, options)).toMatchObject({ redirect: `${origin}/` })
  })

  test('redirects to the `callbackUrl` field, unless it is empty', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const from = request(new CookieJar(), { referer: `${origin}/basket` })
    const signInTo = (callbackUrl: string) =>
      signIn(from, config, { ...proof, provider: 'credentials', fields: { ...ada, callbackUrl } })
    expect(await signInTo('/inside')).toMatchObject({ redirect: `${origin}/inside` })
    expect(await signInTo('')).toMatchObject({ redirect: `${origin}/basket` })
  })

  test('redirects to the origin if `redirectTo` is on another site', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const options = { ...proof, provider: 'credentials', fields: ada, redirectTo: 'https://evil.example/' }
    expect(await signIn(request(new CookieJar()), config, options)).toMatchObject({ redirect: origin })
  })

  test('redirects to the provider with `authorizationParams`, and back to `redirectTo`', async () => {
    const { config, op, open } = createTestApp()
    const visit = open()
    const options = {
      ...proof,
      provider: 'op',
      redirectTo: '/inside',
      authorizationParams: { login_hint: 'ada' },
    }
    const { redirect, cookies } = await signIn(request(visit.jar), config, options)
    storeCookies(visit.jar, cookies)
    const away = new URL(redirect ?? '')
    expect(away.origin).toBe(op.issuer)
    expect(away.searchParams.get('login_hint')).toBe('ada')
    expect(away.searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
    const back = await visit.get(op.authorize(away), { from: op.issuer })
    expect(visit.getLocation(back).href).toBe(`${origin}/inside`)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('does not let `authorizationParams` replace redirect_uri and state', async () => {
    const { config } = createTestApp()
    const authorizationParams = { redirect_uri: 'https://evil.example/', state: 'mine' }
    const { redirect } = await signIn(request(new CookieJar()), config, {
      ...proof,
      provider: 'op',
      authorizationParams,
    })
    const sent = new URL(redirect ?? '').searchParams
    expect(sent.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
    expect(sent.get('state')).not.toBe('mine')
  })

  test('sends a magic link that works in the same browser', async () => {
    const { provider, getLatestEmail } = captureEmails()
    const { config, open } = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
    const visit = open()
    const options = { ...proof, provider: 'mail', fields: { email: ada.email } }
    const { redirect, cookies } = await signIn(request(visit.jar), config, options)
    expect(redirect).toBe(`${origin}/auth/verify-request?provider=mail&type=email`)
    storeCookies(visit.jar, cookies)
    await visit.get(getLatestEmail().url)
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test.each([undefined, 'unknown', 'constructor'])(
    'with provider %s redirects to the sign-in page',
    async provider => {
      const { config, log } = createTestApp()
      const { redirect, cookies } = await signIn(request(new CookieJar()), config, {
        ...proof,
        provider,
        redirectTo: '/x',
      })
      expect(redirect).toBe(`${origin}/auth/signin?callbackUrl=${encodeURIComponent(`${origin}/x`)}`)
      expect(cookies.map(({ name }) => name)).toEqual(['__Secure-authjs.callback-url'])
      expect(log.types()).toEqual([])
    },
  )

  test('returns the error with its code, and the cookies, if it is rejected', async () => {
    class TryLater extends CredentialsSignin {
      override code = 'try_later'
    }
    const authorize = () => Promise.reject(new TryLater())
    const { config, log } = createTestApp({ providers: [{ ...credentials, authorize }] })
    const options = { ...proof, provider: 'credentials', fields: ada, redirectTo: '/inside' }
    const { error, redirect, cookies } = await signIn(request(new CookieJar()), config, options)
    expect(redirect).toBeNull()
    expect(error).toBeInstanceOf(CredentialsSignin)
    expect(error).toMatchObject({ type: 'CredentialsSignin', code: 'try_later' })
    expect(cookies.map(({ name }) => name)).toEqual(['__Secure-authjs.callback-url'])
    expect(log.types()).toEqual(['CredentialsSignin'])
  })

  test('returns an error that names `trustedProxies` if the forwarded hosts differ', async () => {
    const error = vi.fn()
    const { config } = createTestApp({ providers: [credentials], logger: { error } })
    const from = request(new CookieJar(), { 'x-forwarded-host': 'evil.example, app.example' })
    const options = { ...proof, provider: 'credentials', fields: ada }
    const message = expect.stringContaining('`trustedProxies`')
    expect(await signIn(from, config, options)).toMatchObject({
      error: { type: 'UntrustedHost', message },
      redirect: null,
    })
    expect(await refreshSession(from, config)).toEqual({ session: null, cookies: [] })
    expect(error.mock.calls).toMatchObject([[{ type: 'UntrustedHost' }], [{ type: 'UntrustedHost' }]])
  })

  test('returns an AuthError and the error page if a callback or the configuration fails', async () => {
    const redirect = () => Promise.reject(new TypeError('broken'))
    const options = { ...proof, provider: 'credentials', fields: ada }
    const broken = createTestApp({ providers: [credentials], callbacks: { redirect } })
    expect(await signIn(request(new CookieJar()), broken.config, options)).toMatchObject({
      error: { type: 'AuthError', cause: { err: new TypeError('broken') } },
      redirect: `${origin}/auth/error?error=Configuration`,
    })
    const faulty = createTestApp({ providers: [credentials], secret: '' })
    expect(await signIn(request(new CookieJar()), faulty.config, options)).toMatchObject({
      error: { type: 'MissingSecret' },
      redirect: `${origin}/auth/error?error=Configuration`,
    })
  })

  describe('returns the page that shows the failure, and keeps `redirectTo` for the next attempt,', () => {
    const silentProvider = {
      id: 'silent',
      name: 'Silent',
      type: 'oidc' as const,
      issuer: 'https://silent.example',
      clientId: 'app',
      [customFetch]: () => Promise.reject(new TypeError('fetch failed')),
    }
    const { provider: mail } = captureEmails()
    const brokenMail = { ...mail, sendVerificationRequest: () => Promise.reject(new Error('ECONNREFUSED')) }

    async function failToSignIn(provider: string, email: string, more: Partial<AuthConfig> = {}) {
      const providers = [silentProvider, provider === 'mail' ? brokenMail : { ...mail, id: 'working' }]
      const app = createTestApp({ providers, adapter: MemoryAdapter(), ...more })
      const options = { ...proof, provider, fields: { email }, redirectTo: '/inside' }
      const visit = app.open()
      const result = await signIn(request(visit.jar), app.config, options)
      storeCookies(visit.jar, result.cookies)
      return { ...app, ...result, visit }
    }

    test.each([
      ['of a mistyped email address', 'working', 'ada@', 'EmailSignInError', 'EmailSignin'],
      ['of a missing email address', 'working', '', 'EmailSignInError', 'EmailSignin'],
      ['of an email that cannot be sent', 'mail', ada.email, 'EmailSignInError', 'EmailSignin'],
      ['of a provider that does not answer', 'silent', '', 'OAuthSignInError', 'OAuthSignin'],
    ])('%s', async (_, provider, email, type, shown) => {
      const { error, redirect, log, visit } = await failToSignIn(provider, email)
      expect(error?.type).toBe(type)
      expect(redirect).toBe(`${origin}/auth/signin?error=${shown}`)
      expect(log.types()).toEqual([type])
      const page = await visit.get(redirect ?? '')
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(`name="callbackUrl" value="${origin}/inside"`)
    })

    test('also if it is a page of the app', async () => {
      const { redirect } = await failToSignIn('working', 'ada@', { pages: { signIn: '/login?from=page' } })
      expect(redirect).toBe(`${origin}/login?from=page&error=EmailSignin`)
    })

    test('but not if the app or the adapter refuses', async () => {
      const deny = { callbacks: { signIn: () => false } }
      expect(await failToSignIn('working', ada.email, deny)).toMatchObject({
        error: { type: 'AccessDenied' },
        redirect: null,
      })
      const adapter = { ...MemoryAdapter(), getUserByEmail: () => Promise.reject(new Error('down')) }
      expect(await failToSignIn('working', ada.email, { adapter })).toMatchObject({
        error: { type: 'AdapterError' },
        redirect: null,
      })
    })
  })

  test('shows the developer on the error page what failed', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const redirect = () => Promise.reject(new TypeError('broken on purpose'))
    const { config, open } = createTestApp({ providers: [credentials], callbacks: { redirect } })
    const visit = open()
    const options = { ...proof, provider: 'credentials', fields: ada }
    const failed = await signIn(request(visit.jar), config, options)
    storeCookies(visit.jar, failed.cookies)
    expect(await (await visit.get(failed.redirect ?? '')).text()).toContain('broken on purpose')
    vi.unstubAllEnvs()
  })

  test('calls `authorize` with a form request at the callback URL', async () => {
    const authorize = vi.fn(async (_: unknown, seen: Request) => ({ id: await seen.text(), name: seen.url }))
    const { config } = createTestApp({ providers: [{ ...credentials, authorize }] })
    const from = new Request(`${origin}/page`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-seen': 'yes' },
    })
    const fields = { email: 'a&b', none: undefined, tries: 3 }
    await signIn(from, config, { ...proof, provider: 'credentials', fields, redirectTo: '/' })
    const [typed, seen] = authorize.mock.calls[0] ?? []
    expect(typed).toEqual({ email: 'a&b', tries: '3', callbackUrl: '/' })
    expect(seen?.method).toBe('POST')
    expect(seen?.url).toBe(`${origin}/auth/callback/credentials`)
    expect(seen?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(seen?.headers.get('x-seen')).toBe('yes')
  })
})

describe('signOut on the server', () => {
  test('ends the session and returns the redirect', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const visit = await signInVisitor(open())
    const { redirect, cookies } = await signOut(request(visit.jar), config, {
      ...proof,
      redirectTo: '/bye',
    })
    expect(redirect).toBe(`${origin}/bye`)
    storeCookies(visit.jar, cookies)
    expect(await visit.getSession()).toBeNull()
  })

  test('returns an error if it fails, and the user stays signed in', async () => {
    const deleteSession = () => Promise.reject(new Error('down'))
    const adapter = MemoryAdapter()
    const { config, op, open } = createTestApp({ adapter: { ...adapter, deleteSession } })
    const visit = open()
    const away = await visit.signIn('op')
    await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
    const { error, cookies } = await signOut(request(visit.jar), config, proof)
    expect(error?.type).toBe('SignOutError')
    storeCookies(visit.jar, cookies)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('the session on the server', () => {
  test('is extended by refreshSession, but not by getSession', async () => {
    const { config, open } = createTestApp({ providers: [credentials], session: { updateAge: 0 } })
    const visit = await signInVisitor(open())
    const { cookies, session } = await refreshSession(request(visit.jar), config)
    expect(session).toMatchObject({ user: { id: 'ada-1', email: ada.email } })
    expect(cookies).toMatchObject([{ name: sessionCookie, options: { httpOnly: true, path: '/' } }])
    expect(await getSession(request(visit.jar), config)).toMatchObject({ user: { id: 'ada-1' } })
  })

  test('sets no cookies before `updateAge`, and none for a visitor', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const visit = await signInVisitor(open())
    expect((await refreshSession(request(visit.jar), config)).cookies).toEqual([])
    expect(await refreshSession(request(new CookieJar()), config)).toEqual({ session: null, cookies: [] })
  })

  test('is null for a visitor, so that `if (!(await auth.getSession(head)))` refuses them', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    expect(await getSession(request(new CookieJar()), config)).toBeNull()
    const jar = new CookieJar()
    jar.set(origin, `${sessionCookie}=rubbish; Secure; Path=/`)
    expect(await getSession(request(jar), config)).toBeNull()
  })

  test('clears an invalid session cookie', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const jar = new CookieJar()
    jar.set(origin, `${sessionCookie}=rubbish; Secure; Path=/`)
    storeCookies(jar, (await refreshSession(request(jar), config)).cookies)
    expect(jar.cookies()).toEqual([])
  })

  test.each([refreshSession, getSession])(
    '%o throws SessionUnavailable if a callback fails, and logs the error',
    async read => {
      const broken = () => Promise.reject(new Error('broken'))
      const app = createTestApp({ providers: [credentials], callbacks: { session: broken } })
      const visit = await signInVisitor(app.open())
      const failing = read(request(visit.jar), app.config)
      await expect(failing).rejects.toMatchObject({ type: 'SessionUnavailable' })
      expect(app.log.types()).toEqual(['SessionUnavailable'])
    },
  )

  test('throws errors of the configuration', async () => {
    const { config } = createTestApp({ secret: '' })
    await expect(refreshSession(request(new CookieJar()), config)).rejects.toMatchObject({
      type: 'MissingSecret',
    })
  })

  test('is updated by the `jwt` callback', async () => {
    const { config, open } = createTestApp({
      providers: [credentials],
      callbacks: {
        jwt: ({ token, trigger, session: sent }) =>
          trigger === 'update' ? { ...token, name: parseName(sent) } : token,
      },
    })
    const visit = await signInVisitor(open())
    const changed = await update(request(visit.jar), config, { name: 'Countess' })
    expect(changed.session).toMatchObject({ user: { name: 'Countess' } })
    storeCookies(visit.jar, changed.cookies)
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Countess' } })
  })
})
