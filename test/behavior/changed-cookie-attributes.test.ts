import fc from 'fast-check'
import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode, getToken } from 'latchkey/jwt'
import { createAuth, originUnchecked, serializeCookie, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, runRoundTrip, secret } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

type Spelling = NonNullable<NonNullable<AuthConfig['cookies']>['sessionToken']>

const site = 'https://www.shop.example'

/** What an app can change about its session cookie between two releases. */
const spellings: readonly Spelling[] = [
  {},
  { options: { partitioned: true, sameSite: 'none' } },
  { options: { path: '/auth' } },
  { options: { domain: 'shop.example' } },
  { options: { domain: '.shop.example', partitioned: true, sameSite: 'none' } },
  { options: { domain: 'www.shop.example', path: '/auth' } },
  { options: { domain: 'shop.example', path: '/auth', partitioned: true, sameSite: 'none' } },
  { name: '__Host-authjs.session-token' },
  { name: '__Host-authjs.session-token', options: { partitioned: true } },
  { name: 'authjs.session-token' },
  { name: 'authjs.session-token', options: { secure: false } },
]
const pairs = spellings.flatMap((before, from) =>
  spellings.map((after, to) => [`${from} to ${to}`, before, after] as const),
)
const strategies = ['jwt', 'database'] as const
const sizes = [
  ['a short token', 0],
  ['a token in chunks', 5_000],
] as const

/** Creates the releases of one app: the session cookie differs, and the rest is kept. */
function createReleases(strategy: 'jwt' | 'database', pad = 0) {
  const op = createMaliciousProvider()
  const adapter = MemoryAdapter()
  const jar = new CookieJar()
  const deploy = (sessionToken: Spelling) => {
    const { config } = createTestApp({
      op,
      // With an adapter, a signed-in user who signs in again links the account.
      ...(strategy === 'database' && { adapter }),
      session: { strategy },
      cookies: { sessionToken },
      callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(pad) }) },
    })
    return Object.assign(
      createVisitor(request => Auth(request, config), site, { jar }),
      { config },
    )
  }
  return { op, jar, deploy }
}

const users = ['ada', 'grace'] as const
const signIn = (visit: Visitor, op: ReturnType<typeof createMaliciousProvider>, name: string) =>
  runRoundTrip(visit, op, { as: createUser(name) })
const createUser = (name: string) => ({ sub: name, name, email: `${name}@example.com` })

const readName = async (visit: Visitor) =>
  ((await visit.getSession()) as { user: { name: string } } | null)?.user.name ?? null

describe.each(strategies)(
  'after the attributes of the session cookie changed, with %s sessions',
  strategy => {
    describe.each(strategy === 'jwt' ? sizes : sizes.slice(0, 1))('with %s', (_, pad) => {
      test.each(pairs)('a sign-out ends the session that is left: %s', async (_, before, after) => {
        const { op, deploy } = createReleases(strategy, pad)
        await signIn(deploy(before), op, 'ada')
        const visit = deploy(after)
        await visit.signOut()
        expect(await readName(visit)).toBeNull()
        expect(await readName(deploy(after))).toBeNull()
      })

      test.each(pairs)(
        'a sign-in of another user ends the one that is left: %s',
        async (_, before, after) => {
          const { op, deploy } = createReleases(strategy, pad)
          await signIn(deploy(before), op, 'ada')
          const visit = deploy(after)
          if (strategy === 'database') await visit.signOut()
          await signIn(visit, op, 'grace')
          expect(await readName(visit)).toBe('grace')
          const response = await visit.signOut()
          expect(await readName(visit)).toBeNull()
          const size = response.headers.getSetCookie().join('\r\n').length
          expect(size).toBeLessThan(3_700)
        },
      )
    })

    test('no release of a random series signs in a user who signed out', async () => {
      const step = fc.record({
        spelling: fc.constantFrom(...spellings),
        action: fc.constantFrom(...users, 'sign out', 'read'),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 7 }), async steps => {
          const { op, deploy } = createReleases(strategy)
          let signedIn: string | null = null
          for (const { spelling, action } of steps) {
            const visit = deploy(spelling)
            if (action === 'sign out') await visit.signOut()
            else if (action !== 'read') {
              if (strategy === 'database') await visit.signOut()
              await signIn(visit, op, action)
            }
            if (action !== 'read') signedIn = action === 'sign out' ? null : action
            const name = await readName(visit)
            expect([signedIn, null]).toContain(name)
          }
        }),
        { numRuns: 60 },
      )
    })
  },
)

describe('a cookie whose attributes are unknown, because Auth.js set it', () => {
  const name = '__Secure-authjs.session-token'
  const lines = [
    'Path=/; Secure',
    'Path=/; Secure; Partitioned',
    'Path=/; Secure; Domain=shop.example',
    'Path=/; Secure; Domain=www.shop.example; Partitioned',
    'Path=/auth; Secure; Domain=shop.example; Partitioned',
    'Path=/auth; Secure',
  ]

  test.each(lines.flatMap(line => spellings.map((after, to) => [line, to, after] as const)))(
    'is cleared by a sign-out: %s, release %i',
    async (line, _, after) => {
      const { deploy, jar } = createReleases('jwt')
      const token = await encode({ token: { sub: '1', name: 'Ada' }, secret, salt: after.name ?? name })
      jar.set(site, `${after.name ?? name}=${token}; ${line}`)
      const visit = deploy(after)
      // A read would renew the session in the configured place.
      const isSent = (await readName(visit.cloneWithCookies())) === 'Ada'
      const response = await visit.signOut()
      expect(await readName(visit)).toBeNull()
      expect(response.headers.getSetCookie().join('\r\n').length).toBeLessThan(3_700)
      expect(isSent || after.name?.startsWith('__Host-')).toBe(true)
    },
  )
})

test('a token from a path that the actions are not below is refused once the path is another', async () => {
  const { op, deploy, jar } = createReleases('jwt')
  await signIn(deploy({ options: { path: '/shop' } }), op, 'ada')
  const [cookie] = jar.cookies().filter(({ path }) => path === '/shop')
  const { config } = createTestApp({ op })
  const read = (path: string) =>
    Auth(
      new Request(`${site}/auth/session`, {
        headers: { cookie: `${cookie?.name}=${cookie?.value}; ignored=${path}` },
      }),
      { ...config, cookies: { sessionToken: { options: { path } } } },
    ).then(response => response.json())
  expect(await read('/shop')).toMatchObject({ user: { name: 'ada' } })
  expect(await read('/')).toBeNull()
})

/** Signs out with server code of a framework whose cookie functions keep one cookie of a name, such as those of Next. */
async function signOutByName({ jar, origin }: Visitor, config: AuthConfig): Promise<void> {
  const page = `${origin}/auth/page`
  const head = toRequestHead(new Request(page, { headers: { cookie: jar.header(page) } }))
  const { cookies } = await createAuth(config).signOut(head, { originCheck: originUnchecked })
  const kept = new Map(cookies.map(cookie => [cookie.name, cookie]))
  for (const cookie of kept.values()) jar.set(page, serializeCookie(cookie))
}

describe.each(strategies)(
  'with cookie functions that keep one cookie of a name, and %s sessions',
  strategy => {
    test.each(pairs)('a sign-out ends every copy that the browser sent: %s', async (_, before, after) => {
      const { op, deploy } = createReleases(strategy)
      await signIn(deploy(before), op, 'ada')
      // A user who is signed in with an adapter would link the account.
      if (strategy === 'jwt') await signIn(deploy(after), op, 'grace')
      const visit = deploy(after)
      await signOutByName(visit, visit.config)
      expect(await readName(visit)).toBeNull()
    })
  },
)

describe('a sign-out from a session whose cookies have several places', () => {
  const name = '__Secure-authjs.session-token'

  /** Opens a browser with two copies of a session of Auth.js. */
  async function openWithCopies() {
    const { config, open } = createTestApp({ providers: [credentials] })
    const visit = open()
    const token = await encode({ token: { sub: '1', name: 'Ada' }, secret, salt: name })
    for (const domain of ['', '; Domain=app.example'])
      visit.jar.set(visit.origin, `${name}=${token}; Path=/; Secure${domain}`)
    return { config, visit, token }
  }

  test('ends the tokens for `getToken` too', async () => {
    const { visit, token, config } = await openWithCopies()
    const read = () =>
      getToken({ req: { headers: { cookie: visit.jar.header(visit.origin) } }, secret, cookieName: name })
    expect(await read()).toMatchObject({ name: 'Ada' })
    await signOutByName(visit, config)
    visit.jar.set(visit.origin, `${name}=${token}; Path=/; Secure; Domain=app.example`)
    expect(await read()).toBeNull()
    expect(await visit.getSession()).toBeNull()
  })

  test('does not reject a sign-in in the same second', async () => {
    const { visit, config } = await openWithCopies()
    await signOutByName(visit, config)
    for (let count = 0; count < 3; count++) {
      await visit.signInWithCredentials(ada)
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
    }
  })

  test.each(['99999999999', 'x', '-1', 'Infinity', '1e400', ''])(
    'cannot be forged to reject every sign-in: %j',
    async value => {
      const { visit } = await openWithCopies()
      visit.jar.set(visit.origin, `authjs.session-token-signed-out=${value}; Path=/; Secure`)
      await visit.signInWithCredentials(ada)
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    },
  )

  test('leaves no cookie if the browser has one copy, of Latchkey', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const visit = open()
    await visit.signInWithCredentials(ada)
    await signOutByName(visit, config)
    expect(visit.jar.get('authjs.session-token-signed-out')).toBeUndefined()
  })
})
