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

/** The session as the app answers it to a client with these headers. */
async function readSession(config: AuthConfig, { headers }: Pick<SignInAsResult, 'headers'>, at = url) {
  const response = await Auth(new Request(`${at}/auth/session`, { headers }), config)
  const session: unknown = await response.json()
  return session
}

const stores = { jwt: () => ({}), database: () => ({ adapter: MemoryAdapter() }) }

describe.each(['jwt', 'database'] as const)('somebody signed in with the %s strategy', strategy => {
  const app = (more: Partial<AuthConfig> = {}) => createTestApp({ ...stores[strategy](), ...more })

  test('is who the app says is there', async () => {
    const { config } = app()
    const session = await readSession(config, await signInAs(config, { user: grace, url }))
    expect(session).toMatchObject({ user: grace })
  })

  test('has the cookie that a browser keeps of an https site', async () => {
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

  test('has a plain cookie on an http site', async () => {
    const { config } = app()
    const signedIn = await signInAs(config, { user: grace })
    expect(signedIn.cookies).toMatchObject([
      { name: 'authjs.session-token', domain: 'localhost', secure: false },
    ])
    expect(await readSession(config, signedIn, 'http://localhost:3000')).toMatchObject({ user: grace })
    expect(await readSession(config, signedIn)).toBeNull()
  })

  test('has the cookie that the app configured', async () => {
    const options = { domain: 'app.example', path: '/shop', sameSite: true, maxAge: 60 }
    const { config } = app({ cookies: { sessionToken: { name: 'sid', options } } })
    const signedIn = await signInAs(config, { user: grace, url })
    expect(signedIn.cookies).toMatchObject([
      { name: 'sid', domain: '.app.example', path: '/shop', sameSite: 'Strict', secure: true },
    ])
    expect(signedIn.cookies[0]?.expires).toBeCloseTo(Date.now() / 1000 + 60, -1)
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
  })

  test('is the same person the next time', async () => {
    const { config } = app()
    const [first, second] = [await signInAs(config, { user: grace }), await signInAs(config, { user: grace })]
    expect(second.user.id).toBe(first.user.id)
    expect(second.headers).not.toEqual(first.headers)
  })

  test('never signed in: no event is told, and the `signIn` callback is not asked', async () => {
    const asked = vi.fn(() => false)
    const names = ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'] as const
    const events = Object.fromEntries(names.map(name => [name, asked]))
    await signInAs(app({ callbacks: { signIn: asked }, events }).config, { user: grace })
    expect(asked).not.toHaveBeenCalled()
  })

  test('takes the secret from the environment, and trusts no `Host` header', async () => {
    vi.stubEnv('AUTH_SECRET', secret)
    const { config, ...rest } = app()
    const { secret: _, trustHost: __, ...incomplete } = config
    const signedIn = await signInAs(incomplete, { user: grace, url })
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
    expect(rest.log.errors).toEqual([])
  })

  test('needs no trusted host: there is no request that could name a wrong one', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { config } = app({ trustHost: undefined })
    await expect(signInAs(config, { user: grace, url })).resolves.toMatchObject({ user: grace })
  })

  test('is warned of a short secret once, however many follow', async () => {
    const { config, log } = app({ secret: 'short but not empty' })
    for (const name of ['Ada', 'Grace']) await signInAs(config, { user: { ...grace, name } })
    expect(log.warnings).toEqual(['short-secret'])
  })

  test('is where AUTH_URL says, unless told otherwise', async () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example/auth')
    const { cookies } = await signInAs(app().config, { user: grace })
    expect(cookies).toMatchObject([{ domain: 'shop.example', secure: true }])
  })

  test('cannot be where there is no site', async () => {
    const at = (url: string) => signInAs(app().config, { user: grace, url })
    await expect(at('/dashboard')).rejects.toMatchObject({ type: 'InvalidConfig' })
    await expect(at('file:///tmp')).rejects.toThrow('with http:// or https://; it is "file:///tmp"')
  })

  test('cannot be without a secret, which the error says', async () => {
    const signedIn = signInAs(app({ secret: undefined }).config, { user: grace })
    await expect(signedIn).rejects.toMatchObject({
      type: 'MissingSecret',
      message: expect.stringContaining('AUTH_SECRET'),
    })
  })
})

describe('a session in a token', () => {
  test('is what the `jwt` callback makes of it, told as at a sign-in', async () => {
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

  test("is made by the app's own `jwt.encode`, and escaped as a cookie must be", async () => {
    const jwt = {
      encode: ({ token }: { token?: object | undefined }) => JSON.stringify(token),
      decode: ({ token = '' }: { token?: string | undefined }) => JSON.parse(token),
    }
    const { config } = createTestApp({ jwt })
    const signedIn = await signInAs(config, { user: { ...grace, name: 'Grace; "Amazing" Hopper' }, url })
    expect(signedIn.cookies[0]?.value).toMatch(/^[^\s;",]+$/)
    expect(await readSession(config, signedIn)).toMatchObject({ user: { name: 'Grace; "Amazing" Hopper' } })
  })

  test('is in several cookies when it is large', async () => {
    const { config } = createTestApp({
      callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(8_000) }) },
    })
    const signedIn = await signInAs(config, { user: grace, url })
    expect(signedIn.cookies.map(({ name }) => name)).toEqual(
      [0, 1, 2].map(index => `__Secure-authjs.session-token.${index}`),
    )
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
  })

  test('is refused when browsers would drop it', async () => {
    const { config } = createTestApp({
      callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(20_000) }) },
    })
    await expect(signInAs(config, { user: grace })).rejects.toMatchObject({ type: 'SessionTooLarge' })
  })

  test('is none when the `jwt` callback returns null', async () => {
    const { config } = createTestApp({ callbacks: { jwt: () => null } })
    const refused = signInAs(config, { user: grace })
    await expect(refused).rejects.toMatchObject({ type: 'AccessDenied' })
    await expect(refused).rejects.toThrow('`jwt` callback returned null')
  })

  test('is what `decode` of the package opens', async () => {
    const { cookies } = await signInAs(createTestApp().config, { user: { id: 'g-1', ...grace }, url })
    const [{ name: salt = '', value: token = '' } = {}] = cookies
    expect(await decode({ token, salt, secret })).toMatchObject({ sub: 'g-1', email: grace.email })
  })

  test('belongs to the same person as a sign-in through that account', async () => {
    const op = createInMemoryProvider()
    const { config, open } = createTestApp({ providers: [op.provider()] })
    const visit = open()
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op')), { user: grace.email }))
    const req = new Request(url, { headers: { cookie: visit.jar.header(url) } })
    const { user } = await signInAs(config, { user: grace, account: { providerAccountId: 'grace-0001' } })
    expect((await getToken({ req, secret }))?.sub).toBe(user.id)
  })

  test('may be without any provider, but not of one that is not there', async () => {
    const { config } = createTestApp({ providers: [] })
    expect((await signInAs(config, { user: grace })).cookies).toHaveLength(1)
    const elsewhere = signInAs(createTestApp().config, { user: grace, account: { provider: 'harbor' } })
    await expect(elsewhere).rejects.toMatchObject({ type: 'InvalidProvider' })
    await expect(elsewhere).rejects.toThrow('`account.provider` is "harbor". Configured: op.')
  })

  test('belongs to a stored user where there is a store', async () => {
    const adapter = MemoryAdapter()
    const seen = vi.fn(({ token }) => token)
    const { config } = createTestApp({ adapter, session: { strategy: 'jwt' }, callbacks: { jwt: seen } })
    const { user } = await signInAs(config, { user: grace })
    expect(await adapter.getUser(user.id)).toMatchObject(grace)
    await signInAs(config, { user: grace })
    expect(seen.mock.calls.map(([{ trigger }]) => trigger)).toEqual(['signUp', 'signIn'])
  })
})

describe('a session in the store', () => {
  test('belongs to a user that is created with the given id and fields', async () => {
    const adapter = MemoryAdapter()
    const user = { ...grace, id: 'g-1', role: 'admin', emailVerified: new Date(0) }
    const signedIn = await signInAs(createTestApp({ adapter }).config, { user })
    expect(signedIn.user).toEqual(user)
    expect(await adapter.getUser('g-1')).toEqual(user)
  })

  test('belongs to the user with that id, as stored', async () => {
    const adapter = MemoryAdapter()
    const stored = await adapter.createUser({ ...grace, id: 'g-1', emailVerified: null })
    const { user } = await signInAs(createTestApp({ adapter }).config, {
      user: { id: 'g-1', name: 'Somebody' },
    })
    expect(user).toEqual(stored)
  })

  test('belongs to the user with that address, as stored', async () => {
    const adapter = MemoryAdapter()
    const stored = await adapter.createUser({ ...grace, id: 'g-1', emailVerified: null })
    const { config } = createTestApp({ adapter })
    const signedIn = await signInAs(config, { user: { email: grace.email }, url })
    expect(signedIn.user).toEqual(stored)
    expect(await readSession(config, signedIn)).toMatchObject({ user: grace })
  })

  test('is made once for each of several tests at the same time, for one user', async () => {
    const { config } = createTestApp({ adapter: createPlainAdapter() })
    const all = await Promise.all(Array.from({ length: 5 }, () => signInAs(config, { user: grace })))
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1)
    expect(new Set(all.map(({ headers }) => headers.cookie)).size).toBe(5)
  })

  test('belongs to a user whose address nobody proved, unless the test says so', async () => {
    const adapter = MemoryAdapter()
    const { user } = await signInAs(createTestApp({ adapter }).config, { user: grace })
    expect(await adapter.getUser(user.id)).toEqual({ ...grace, id: user.id, emailVerified: null })
  })

  test('stores a user and a session, and links no account', async () => {
    const { adapter, calls } = createTappedAdapter()
    await signInAs(createTestApp({ adapter }).config, { user: grace })
    expect(calls).toEqual(['getUserByEmail', 'createUser', 'createSession'])
  })

  test('needs an adapter that can create users, and the error names the method', async () => {
    const { createUser: _, ...adapter } = MemoryAdapter()
    const { config } = createTestApp({ adapter, providers: [credentials] })
    const signedIn = signInAs(config, { user: grace })
    await expect(signedIn).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
    await expect(signedIn).rejects.toThrow('`createUser`')
  })

  test('needs an adapter that keeps sessions, and the error names the methods', async () => {
    const { createSession: _, ...adapter } = MemoryAdapter()
    await expect(signInAs(createTestApp({ adapter }).config, { user: grace })).rejects.toThrow(
      /lacks .*createSession/,
    )
  })

  test('fails with what the store said', async () => {
    const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
      if (method === 'createUser') throw new Error('disk full')
    })
    await expect(signInAs(createTestApp({ adapter }).config, { user: grace })).rejects.toThrow('disk full')
  })
})
