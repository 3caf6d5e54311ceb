import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin, runRoundTrip } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { createVisitor } from '../../support/visitor.js'

/** Freezes all nested objects, so that each write throws. */
function freezeDeep<T>(value: T, seen = new Set<unknown>()): T {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  if (!isObject || seen.has(value) || ArrayBuffer.isView(value)) return value
  seen.add(value)
  for (const key of Reflect.ownKeys(value)) freezeDeep(Reflect.get(value, key), seen)
  return Object.freeze(value)
}

describe('the configuration object', () => {
  test('is never written to', async () => {
    const op = createMaliciousProvider()
    const config: AuthConfig = {
      providers: [
        {
          ...op.provider({ checks: ['pkce'] }),
          options: { clientId: op.clientId, authorization: { params: { a: 1 } } },
        },
        op.plainProvider({ account: undefined }),
        credentials,
      ],
      secret: ['first secret of 32 characters ........', 'second'],
      trustHost: true,
      session: { strategy: 'jwt', maxAge: 1000 },
      jwt: { maxAge: 500 },
      cookies: { state: { options: { sameSite: 'lax' } } },
      pages: { newUser: '/new' },
      theme: { brandColor: '#123456' },
      callbacks: { jwt: ({ token }) => token },
      events: { signIn: () => {} },
      logger: { error: () => {}, warn: () => {} },
      trustedOrigins: ['https://shop.example'],
      basePath: '/auth/',
      adapter: Object.freeze(MemoryAdapter()),
    }
    freezeDeep({ ...config, adapter: undefined })
    Object.freeze(config)
    const visit = createVisitor(request => Auth(request, config), origin)
    expect(getLocation(await runRoundTrip(visit, op, { callbackUrl: '/a' }))).toContain('/new?callbackUrl=')
    expect(getLocation(await runRoundTrip(visit, op, { provider: 'plain', callbackUrl: '/a' }))).toContain(
      origin,
    )
    await visit.signOut()
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).not.toBeNull()
    for (const path of ['csrf', 'providers', 'signin', 'signout', 'error', 'verify-request', 'nothing'])
      await visit.get(`/auth/${path}`)
    expect(Object.keys(config)).not.toContain('raw')
  })

  test('is read once for requests that arrive together', async () => {
    const { config } = createTestApp({ providers: [credentials], adapter: MemoryAdapter() })
    let reads = 0
    const createCounted = () => ({
      ...config,
      get tenant() {
        reads++
        return undefined
      },
    })
    const send = async (one: AuthConfig) => (await Auth(new Request(`${origin}/auth/session`), one)).status
    await send(createCounted())
    const readsOfOne = reads
    const shared = createCounted()
    expect(await Promise.all([send(shared), send(shared), send(shared)])).toEqual([200, 200, 200])
    await send(shared)
    expect(reads).toBe(2 * readsOfOne)
  })

  test('is read again after a failure that can end, such as code that cannot be loaded', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    let failures = 1
    const unstable = {
      ...config,
      get tenant() {
        if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
        return undefined
      },
    }
    const send = async () => (await Auth(new Request(`${origin}/auth/session`), unstable)).status
    expect([await send(), await send()]).toEqual([500, 200])
  })

  test('is read once, and later changes have no effect', async () => {
    const { config, open } = createTestApp({ providers: [credentials] })
    const visit = open()
    await visit.getCsrfToken()
    config.providers = []
    config.basePath = '/other'
    config.translations = { en: { signIn: { title: 'Changed' } } }
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).not.toBeNull()
    expect(await (await visit.get('/auth/signin')).text()).not.toContain('Changed')
  })
})

describe('two configurations in one process', () => {
  test('are independent', async () => {
    const one = createTestApp({ providers: [credentials] })
    const two = createTestApp({ adapter: MemoryAdapter(), basePath: '/two', useSecureCookies: false })
    const three = createTestApp({ providers: [] })
    for (const app of [two, one, three, one]) await app.open().get('/auth/csrf')
    const names = async (app: typeof one, base: string) =>
      Object.keys(await (await app.open().get(`${base}/providers`)).json())
    expect(await names(one, '/auth')).toEqual(['credentials'])
    expect(await names(two, '/two')).toEqual(['op'])
    expect(await names(three, '/auth')).toEqual([])
  })

  test('with different secrets reject the sessions of each other', async () => {
    const one = createTestApp({ providers: [credentials] })
    const two = createTestApp({ providers: [credentials], secret: 'quite another secret, 32 characters' })
    const visit = one.open()
    await visit.signInWithCredentials(ada)
    const visitorOfTwo = createVisitor(two.answer, origin, { jar: visit.jar })
    expect(await visitorOfTwo.getSession()).toBeNull()
  })

  test('do not keep host or path of the first request', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    await Auth(new Request('https://evil.example/auth/providers'), config)
    const answer = await Auth(new Request(`${origin}/auth/providers`), config)
    expect(await answer.text()).not.toContain('evil')
  })
})
