import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { decode, getToken } from 'latchkey/jwt'
import { createInMemoryProvider, type SignInAsResult, signInAs } from 'latchkey/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  credentials,
  secret,
} from '../../support/app.js'

const grace = { name: 'Grace Hopper', email: 'grace@example.com', image: null }
const url = 'https://app.example'

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_SECRET']) vi.stubEnv(name, undefined)
  return () => vi.unstubAllEnvs()
})

/** Requests the session with these headers. */
async function readSession(config: AuthConfig, { headers }: Pick<SignInAsResult, 'headers'>, at = url) {
  const response = await Auth(new Request(`${at}/auth/session`, { headers }), config)
  const session: unknown = await response.json()
  return session
}

const stores = { jwt: () => ({}), database: () => ({ adapter: MemoryAdapter() }) }

describe.each(['jwt', 'database'] as const)('signInAs with the %s strategy', strategy => {
  const app = (more: Partial<AuthConfig> = {}) => createTestApp({ ...stores[strategy](), ...more })

  test('creates a session of the user', async () => {
    const { config } = app()
    const session = await readSession(config, await signInAs(config, { user: grace, url }))
    expect(session).toMatchObject({ user: grace })
  })

  test('returns the cookie of an https site', async () => {
    const { cookies, headers } = await signInAs(app().config, { user: grace, url })
    const [cookie, ...more] = cookies
    expect(more).toEqual([])
    expect(cookie).toEqual({
      name: '__Secure-authjs.session-token',
      value: expect.any(String),
      domain: 'app.example',
      path: '/',
      expires: expect.closeTo(Date.now() / 1000 + 30 * 86_400, -1),
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    })
    expect(headers).toEqual({ cookie: `${cookie?.name}=${cookie?.value}` })
  })

  test('returns a cookie without Secure for an http site', async () => {
    const { config } = app()
    const signedIn = await signInAs(config, { user: grace })
    expect(signedIn.cookies).toMatchObject([
      { name: 'authjs.session-token', domain: 'localhost', secure: false },
    ])
    expect(await readSession(config, signedIn, 'http://localhost:3000')).toMatchObject({ user: grace })
    expect(await readSession(config, signedIn)).toBeNull()
  })

  test('returns the cookie with the configured options', async () => {
    const options = { domain: 'app.example', path: '/shop', sameSite: true, maxAge: 60 }
    const { config } = app({ cookies: { sessionToken: { name: 'sid', options } } })
    const signedIn = await signInAs(config, { user: grace, url })
    expect(signedIn.cookies).toMatchObject([
      { name: 'sid', domain: '.app.example', path: '/shop', sameSite: 'Strict', secure: true },
    ])
    expect(signedIn.cookies[0]?.expires).toBeCloseTo(Date.now() / 1000 + 60, -1)
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
  })

  test('returns the same user for a second call', async () => {
    const { config } = app()
    const [first, second] = [await signInAs(config, { user: grace }), await signInAs(config, { user: grace })]
    expect(second.user.id).toBe(first.user.id)
    expect(second.headers).not.toEqual(first.headers)
  })

  test('calls neither events nor the `signIn` callback', async () => {
    const listener = vi.fn(() => false)
    const names = ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'] as const
    const events = Object.fromEntries(names.map(name => [name, listener]))
    await signInAs(app({ callbacks: { signIn: listener }, events }).config, { user: grace })
    expect(listener).not.toHaveBeenCalled()
  })

  test('reads the secret from the environment and requires no `trustHost`', async () => {
    vi.stubEnv('AUTH_SECRET', secret)
    const { config, ...rest } = app()
    const { secret: _, trustHost: __, ...incomplete } = config
    const signedIn = await signInAs(incomplete, { user: grace, url })
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
    expect(rest.log.errors).toEqual([])
  })

  test('requires no trusted host in production, because there is no request', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { config } = app({ trustHost: undefined })
    await expect(signInAs(config, { user: grace, url })).resolves.toMatchObject({ user: grace })
  })

  test('logs a warning about a short secret once', async () => {
    const { config, log } = app({ secret: 'short but not empty' })
    for (const name of ['Ada', 'Grace']) await signInAs(config, { user: { ...grace, name } })
    expect(log.warnings).toEqual(['short-secret'])
  })

  test('uses the host of AUTH_URL by default', async () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example/auth')
    const { cookies } = await signInAs(app().config, { user: grace })
    expect(cookies).toMatchObject([{ domain: 'shop.example', secure: true }])
  })

  test('rejects a URL without an http origin', async () => {
    const at = (url: string) => signInAs(app().config, { user: grace, url })
    await expect(at('/dashboard')).rejects.toMatchObject({ type: 'InvalidConfig' })
    await expect(at('file:///tmp')).rejects.toThrow('with http:// or https://; it is "file:///tmp"')
  })

  test('rejects a configuration without a secret', async () => {
    const signedIn = signInAs(app({ secret: undefined }).config, { user: grace })
    await expect(signedIn).rejects.toMatchObject({
      type: 'MissingSecret',
      message: expect.stringContaining('AUTH_SECRET'),
    })
  })
})

describe('signInAs with JWT sessions', () => {
  test('calls the `jwt` callback with the arguments of a sign-in', async () => {
    const jwt = vi.fn(({ token, account }) => ({ ...token, from: account.provider, role: 'admin' }))
    const { config } = createTestApp({ callbacks: { jwt } })
    const options = { account: { access_token: 'a' }, profile: { groups: ['staff'] } }
    const { headers, user } = await signInAs(config, { user: grace, url, ...options })
    expect(jwt).toHaveBeenCalledWith({
      token: { name: grace.name, email: grace.email, picture: null, sub: user.id },
      user,
      account: { provider: 'op', type: 'oidc', providerAccountId: grace.email, access_token: 'a' },
      profile: { groups: ['staff'] },
      isNewUser: undefined,
      trigger: 'signIn',
    })
    const token = await getToken({ req: new Request(url, { headers }), secret })
    expect(token).toMatchObject({ sub: user.id, role: 'admin', from: 'op' })
  })

  test('uses a custom `jwt.encode` and escapes its result for the cookie', async () => {
    const jwt = {
      encode: ({ token }: { token?: object | undefined }) => JSON.stringify(token),
      decode: ({ token = '' }: { token?: string | undefined }) => JSON.parse(token),
    }
    const { config } = createTestApp({ jwt })
    const signedIn = await signInAs(config, { user: { ...grace, name: 'Grace; "Amazing" Hopper' }, url })
    expect(signedIn.cookies[0]?.value).toMatch(/^[^\s;",]+$/)
    expect(await readSession(config, signedIn)).toMatchObject({ user: { name: 'Grace; "Amazing" Hopper' } })
  })

  test('splits a large session into several cookies', async () => {
    const { config } = createTestApp({
      callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(8_000) }) },
    })
    const signedIn = await signInAs(config, { user: grace, url })
    expect(signedIn.cookies.map(({ name }) => name)).toEqual(
      [0, 1, 2].map(index => `__Secure-authjs.session-token.${index}`),
    )
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
  })

  test('rejects a session that is too large for browsers', async () => {
    const { config } = createTestApp({
      callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(20_000) }) },
    })
    await expect(signInAs(config, { user: grace })).rejects.toMatchObject({ type: 'SessionTooLarge' })
  })

  test('rejects with AccessDenied if the `jwt` callback returns null', async () => {
    const { config } = createTestApp({ callbacks: { jwt: () => null } })
    const rejected = signInAs(config, { user: grace })
    await expect(rejected).rejects.toMatchObject({ type: 'AccessDenied' })
    await expect(rejected).rejects.toThrow('`jwt` callback returned null')
  })

  test('returns a token that `decode` accepts', async () => {
    const { cookies } = await signInAs(createTestApp().config, { user: { id: 'g-1', ...grace }, url })
    const [{ name: salt = '', value: token = '' } = {}] = cookies
    expect(await decode({ token, salt, secret })).toMatchObject({ sub: 'g-1', email: grace.email })
  })

  test('returns the user id of a sign-in with the same account', async () => {
    const op = createInMemoryProvider()
    const { config, open } = createTestApp({ providers: [op.provider()] })
    const visit = open()
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op')), { user: grace.email }))
    const req = new Request(url, { headers: { cookie: visit.jar.header(url) } })
    const { user } = await signInAs(config, { user: grace, account: { providerAccountId: 'grace-0001' } })
    expect((await getToken({ req, secret }))?.sub).toBe(user.id)
  })

  test('works without providers, but rejects an unknown one', async () => {
    const { config } = createTestApp({ providers: [] })
    expect((await signInAs(config, { user: grace })).cookies).toHaveLength(1)
    const unknownProvider = signInAs(createTestApp().config, { user: grace, account: { provider: 'harbor' } })
    await expect(unknownProvider).rejects.toMatchObject({ type: 'InvalidProvider' })
    await expect(unknownProvider).rejects.toThrow('`account.provider` is "harbor". Configured: op.')
  })

  test('creates a stored user if there is an adapter', async () => {
    const adapter = MemoryAdapter()
    const seen = vi.fn(({ token }) => token)
    const { config } = createTestApp({ adapter, session: { strategy: 'jwt' }, callbacks: { jwt: seen } })
    const { user } = await signInAs(config, { user: grace })
    expect(await adapter.getUser(user.id)).toMatchObject(grace)
    await signInAs(config, { user: grace })
    expect(seen.mock.calls.map(([{ trigger }]) => trigger)).toEqual(['signUp', 'signIn'])
  })
})

describe('signInAs with an adapter', () => {
  test('creates a user with the given id and fields', async () => {
    const adapter = MemoryAdapter()
    const user = { ...grace, id: 'g-1', role: 'admin', emailVerified: new Date(0) }
    const signedIn = await signInAs(createTestApp({ adapter }).config, { user })
    expect(signedIn.user).toEqual(user)
    expect(await adapter.getUser('g-1')).toEqual(user)
  })

  test('uses the stored user with that id', async () => {
    const adapter = MemoryAdapter()
    const stored = await adapter.createUser({ ...grace, id: 'g-1', emailVerified: null })
    const { user } = await signInAs(createTestApp({ adapter }).config, {
      user: { id: 'g-1', name: 'Another Name' },
    })
    expect(user).toEqual(stored)
  })

  test('uses the stored user with that email', async () => {
    const adapter = MemoryAdapter()
    const stored = await adapter.createUser({ ...grace, id: 'g-1', emailVerified: null })
    const { config } = createTestApp({ adapter })
    const signedIn = await signInAs(config, { user: { email: grace.email }, url })
    expect(signedIn.user).toEqual(stored)
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
  })

  test('creates one user and several sessions for concurrent calls', async () => {
    const { config } = createTestApp({ adapter: createPlainAdapter() })
    const all = await Promise.all(Array.from({ length: 5 }, () => signInAs(config, { user: grace })))
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1)
    expect(new Set(all.map(({ headers }) => headers.cookie)).size).toBe(5)
  })

  test('creates a user with an unverified email by default', async () => {
    const adapter = MemoryAdapter()
    const { user } = await signInAs(createTestApp({ adapter }).config, { user: grace })
    expect(await adapter.getUser(user.id)).toEqual({ ...grace, id: user.id, emailVerified: null })
  })

  test('creates a user and a session, and links no account', async () => {
    const { adapter, calls } = createTappedAdapter()
    await signInAs(createTestApp({ adapter }).config, { user: grace })
    expect(calls).toEqual(['getUserByEmail', 'createUser', 'createSession'])
  })

  test('rejects an adapter without `createUser`', async () => {
    const { createUser: _, ...adapter } = MemoryAdapter()
    const { config } = createTestApp({ adapter, providers: [credentials] })
    const signedIn = signInAs(config, { user: grace })
    await expect(signedIn).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
    await expect(signedIn).rejects.toThrow('`createUser`')
  })

  test('rejects an adapter without session methods', async () => {
    const { createSession: _, ...adapter } = MemoryAdapter()
    await expect(signInAs(createTestApp({ adapter }).config, { user: grace })).rejects.toThrow(
      /lacks .*createSession/,
    )
  })

  test('rejects with the error of the store', async () => {
    const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
      if (method === 'createUser') throw new Error('disk full')
    })
    await expect(signInAs(createTestApp({ adapter }).config, { user: grace })).rejects.toThrow('disk full')
  })
})
