import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import {
  createServer,
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

const vouched: { csrf: typeof originChecked } = { csrf: originChecked }

/** What the app's server has in its hand: a request for one of its own pages. */
function request(jar: CookieJar, headers: Record<string, string> = {}): Request {
  return new Request(`${origin}/page`, { headers: { cookie: jar.header(`${origin}/page`), ...headers } })
}

const signIn = (request: Request, config: AuthConfig, options: ServerSignInOptions) =>
  createServer(config).signIn(toRequestHead(request), options)

const signOut = (request: Request, config: AuthConfig, options: ServerSignOutOptions) =>
  createServer(config).signOut(toRequestHead(request), options)

const getServerSession = (request: Request, config: AuthConfig) =>
  createServer(config).getSession(toRequestHead(request))

const peekSession = (request: Request, config: AuthConfig) =>
  createServer(config).peekSession(toRequestHead(request))

const update = (request: Request, config: AuthConfig, data: unknown) =>
  createServer(config).update(toRequestHead(request), { csrf: originChecked, data })

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

describe('a sign-in that the app’s server starts', () => {
  test('with what was typed lets in at once, and ends where it was asked to', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const jar = new CookieJar()
    const order = { ...vouched, provider: 'credentials', fields: ada, redirectTo: '/inside' }
    const { redirect, error, cookies } = await signIn(request(jar), config, order)
    expect({ redirect, error }).toEqual({ redirect: `${origin}/inside`, error: null })
    storeCookies(jar, cookies)
    expect(await open({ jar }).getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test('ends on the page that the visitor comes from, or at the root', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const order = { ...vouched, provider: 'credentials', fields: ada }
    const from = request(new CookieJar(), { referer: `${origin}/basket` })
    expect(await signIn(from, config, order)).toMatchObject({ redirect: `${origin}/basket` })
    expect(await signIn(request(new CookieJar()), config, order)).toMatchObject({ redirect: `${origin}/` })
  })

  test('ends where a hidden field says, unless that is empty', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const from = request(new CookieJar(), { referer: `${origin}/basket` })
    const ends = (callbackUrl: string) =>
      signIn(from, config, { ...vouched, provider: 'credentials', fields: { ...ada, callbackUrl } })
    expect(await ends('/inside')).toMatchObject({ redirect: `${origin}/inside` })
    expect(await ends('')).toMatchObject({ redirect: `${origin}/basket` })
  })

  test('ends at home when it was asked to end on another site', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const order = { ...vouched, provider: 'credentials', fields: ada, redirectTo: 'https://evil.example/' }
    expect(await signIn(request(new CookieJar()), config, order)).toMatchObject({ redirect: origin })
  })

  test('goes to the provider, which is told what the app adds, and back', async () => {
    const { config, op, open } = createTestApp()
    const visit = open()
    const order = {
      ...vouched,
      provider: 'op',
      redirectTo: '/inside',
      authorizationParams: { login_hint: 'ada' },
    }
    const { redirect, cookies } = await signIn(request(visit.jar), config, order)
    storeCookies(visit.jar, cookies)
    const away = new URL(redirect ?? '')
    expect(away.origin).toBe(op.issuer)
    expect(away.searchParams.get('login_hint')).toBe('ada')
    expect(away.searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
    const back = await visit.get(op.authorize(away), { from: op.issuer })
    expect(visit.getLocation(back).href).toBe(`${origin}/inside`)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('never lets the app’s parameters replace what protects the flow', async () => {
    const { config } = createTestApp()
    const authorizationParams = { redirect_uri: 'https://evil.example/', state: 'mine' }
    const { redirect } = await signIn(request(new CookieJar()), config, {
      ...vouched,
      provider: 'op',
      authorizationParams,
    })
    const sent = new URL(redirect ?? '').searchParams
    expect(sent.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
    expect(sent.get('state')).not.toBe('mine')
  })

  test('mails a link that works in the same browser', async () => {
    const { provider, getLatestEmail } = captureEmails()
    const { config, open } = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
    const visit = open()
    const order = { ...vouched, provider: 'mail', fields: { email: ada.email } }
    const { redirect, cookies } = await signIn(request(visit.jar), config, order)
    expect(redirect).toBe(`${origin}/auth/verify-request?provider=mail&type=email`)
    storeCookies(visit.jar, cookies)
    await visit.get(getLatestEmail().url)
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test.each([undefined, 'nobody', 'constructor'])(
    'with provider %s goes to the sign-in page',
    async provider => {
      const { config, log } = createTestApp()
      const { redirect, cookies } = await signIn(request(new CookieJar()), config, {
        ...vouched,
        provider,
        redirectTo: '/x',
      })
      expect(redirect).toBe(`${origin}/auth/signin?callbackUrl=${encodeURIComponent(`${origin}/x`)}`)
      expect(cookies.map(({ name }) => name)).toEqual(['__Secure-authjs.callback-url'])
      expect(log.types()).toEqual([])
    },
  )

  test('that is refused gives the error with its code, and the cookies of the answer', async () => {
    class TryLater extends CredentialsSignin {
      override code = 'try_later'
    }
    const authorize = () => Promise.reject(new TryLater())
    const { config, log } = createTestApp({ providers: [{ ...credentials, authorize }] })
    const order = { ...vouched, provider: 'credentials', fields: ada, redirectTo: '/inside' }
    const { error, redirect, cookies } = await signIn(request(new CookieJar()), config, order)
    expect(redirect).toBeNull()
    expect(error).toBeInstanceOf(CredentialsSignin)
    expect(error).toMatchObject({ type: 'CredentialsSignin', code: 'try_later' })
    expect(cookies.map(({ name }) => name)).toEqual(['__Secure-authjs.callback-url'])
    expect(log.types()).toEqual(['CredentialsSignin'])
  })

  test('gives an AuthError whatever fails, a callback of the app or the configuration', async () => {
    const redirect = () => Promise.reject(new TypeError('broken'))
    const order = { ...vouched, provider: 'credentials', fields: ada }
    const broken = createTestApp({ providers: [credentials], callbacks: { redirect } })
    const { error } = await signIn(request(new CookieJar()), broken.config, order)
    expect(error).toMatchObject({ type: 'AuthError', cause: { err: new TypeError('broken') } })
    const faulty = createTestApp({ providers: [credentials], secret: '' })
    expect((await signIn(request(new CookieJar()), faulty.config, order)).error?.type).toBe('MissingSecret')
  })

  test('shows `authorize` a form at the address of the callback', async () => {
    const authorize = vi.fn(async (_: unknown, seen: Request) => ({ id: await seen.text(), name: seen.url }))
    const { config } = createTestApp({ providers: [{ ...credentials, authorize }] })
    const from = new Request(`${origin}/page`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-seen': 'yes' },
    })
    const fields = { email: 'a&b', none: undefined, tries: 3 }
    await signIn(from, config, { ...vouched, provider: 'credentials', fields, redirectTo: '/' })
    const [typed, seen] = authorize.mock.calls[0] ?? []
    expect(typed).toEqual({ email: 'a&b', tries: '3', callbackUrl: '/' })
    expect(seen?.method).toBe('POST')
    expect(seen?.url).toBe(`${origin}/auth/callback/credentials`)
    expect(seen?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(seen?.headers.get('x-seen')).toBe('yes')
  })
})

describe('a sign-out that the app’s server starts', () => {
  test('ends the session and tells where to go', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const visit = await signInVisitor(open())
    const { redirect, cookies } = await signOut(request(visit.jar), config, {
      ...vouched,
      redirectTo: '/bye',
    })
    expect(redirect).toBe(`${origin}/bye`)
    storeCookies(visit.jar, cookies)
    expect(await visit.getSession()).toBeNull()
  })

  test('that fails says so, and the visitor is still signed in', async () => {
    const deleteSession = () => Promise.reject(new Error('down'))
    const adapter = MemoryAdapter()
    const { config, op, open } = createTestApp({ adapter: { ...adapter, deleteSession } })
    const visit = open()
    const away = await visit.signIn('op')
    await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
    const { error, cookies } = await signOut(request(visit.jar), config, vouched)
    expect(error?.type).toBe('SignOutError')
    storeCookies(visit.jar, cookies)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('the session on the app’s server', () => {
  test('is extended when that is due, and not when nothing can be written', async () => {
    const { config, open } = createTestApp({ providers: [credentials], session: { updateAge: 0 } })
    const visit = await signInVisitor(open())
    const { cookies, session: found } = await getServerSession(request(visit.jar), config)
    expect(found).toMatchObject({ user: { id: 'ada-1', email: ada.email } })
    expect(cookies).toMatchObject([{ name: sessionCookie, options: { httpOnly: true, path: '/' } }])
    expect(await peekSession(request(visit.jar), config)).toMatchObject({ user: { id: 'ada-1' } })
  })

  test('sets nothing while it is young, and nothing for a stranger', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const visit = await signInVisitor(open())
    expect((await getServerSession(request(visit.jar), config)).cookies).toEqual([])
    expect(await getServerSession(request(new CookieJar()), config)).toEqual({ session: null, cookies: [] })
  })

  test('clears a cookie that opens nothing', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const jar = new CookieJar()
    jar.set(origin, `${sessionCookie}=rubbish; Secure; Path=/`)
    storeCookies(jar, (await getServerSession(request(jar), config)).cookies)
    expect(jar.cookies()).toEqual([])
  })

  test.each([getServerSession, peekSession])(
    '%o throws while nobody can say whether there is one, and logs why',
    async read => {
      const broken = () => Promise.reject(new Error('broken'))
      const app = createTestApp({ providers: [credentials], callbacks: { session: broken } })
      const visit = await signInVisitor(app.open())
      const failing = read(request(visit.jar), app.config)
      await expect(failing).rejects.toMatchObject({ type: 'SessionUnavailable' })
      expect(app.log.types()).toEqual(['SessionUnavailable'])
    },
  )

  test('throws what is wrong with the configuration', async () => {
    const { config } = createTestApp({ secret: '' })
    await expect(getServerSession(request(new CookieJar()), config)).rejects.toMatchObject({
      type: 'MissingSecret',
    })
  })

  test('changes as the app’s callbacks decide', async () => {
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
