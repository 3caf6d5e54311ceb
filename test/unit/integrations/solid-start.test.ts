import {
  getSession,
  getSignInUrl,
  SolidAuth,
  type SolidAuthConfig,
  type SolidEvent,
} from 'latchkey/solid-start'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, credentials, origin, secret } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST']) vi.stubEnv(name, undefined)
})

afterEach(() => vi.unstubAllEnvs())

function createConfig(more: Partial<SolidAuthConfig> = {}): SolidAuthConfig {
  return { providers: [credentials, createMaliciousProvider().provider()], secret, trustHost: true, ...more }
}

/** Simulates a catch-all route of SolidStart, with 404 if the handler returns nothing. */
function serve(config: Parameters<typeof SolidAuth>[0]) {
  const { GET, POST } = SolidAuth(config)
  return async (request: Request): Promise<Response> => {
    const answer = await (request.method === 'POST' ? POST({ request }) : GET({ request }))
    return answer ?? new Response('not found', { status: 404 })
  }
}

function open(config: Parameters<typeof SolidAuth>[0], basePath = '/api/auth'): Visitor {
  return createVisitor(serve(config), origin, { basePath })
}

/** Signs in and out, and returns the user of the session after each. */
async function runConversation(visit: Visitor): Promise<(string | undefined)[]> {
  const readUser = async () => JSON.stringify((await visit.getSession())?.['user'])
  await visit.signInWithCredentials(ada)
  const signedIn = await readUser()
  await visit.signOut()
  return [signedIn, await readUser()]
}

async function readCallbackUrl(visit: Visitor, basePath: string): Promise<string> {
  const { op } = await (await visit.get(`${basePath}/providers`)).json()
  return op.callbackUrl
}

const signedInAndOut = [expect.stringContaining(ada.email), undefined]

describe('the actions of a SolidStart app', () => {
  test.each<[string, string, Partial<SolidAuthConfig>]>([
    ['/api/auth by default', '/api/auth', {}],
    ['a custom prefix', '/login', { prefix: '/login' }],
    ['a deep prefix with a trailing slash', '/api/v1/auth', { prefix: '/api/v1/auth/' }],
    ['a prefix without a leading slash', '/auth', { prefix: 'auth' }],
    ['the root', '', { prefix: '/' }],
    ['`basePath` without a prefix', '/enter', { basePath: '/enter' }],
    ['a prefix that contradicts `basePath`', '/one', { prefix: '/one', basePath: '/other' }],
  ])('are below %s', async (_, basePath, more) => {
    const visit = open(createConfig(more), basePath)
    expect(await runConversation(visit)).toEqual(signedInAndOut)
    expect(await readCallbackUrl(visit, basePath)).toBe(`${origin}${basePath}/callback/op`)
  })

  test('are all served, and HEAD is supported', async () => {
    const app = serve(createConfig({ logger: { error() {} } }))
    const names = 'callback csrf error providers session signin signout verify-request webauthn-options'
    for (const name of names.split(' ')) {
      const answer = await app(new Request(`${origin}/api/auth/${name}`))
      expect([name, answer.status]).not.toEqual([name, 404])
    }
    expect((await open(createConfig()).head('/api/auth/csrf')).status).toBe(200)
  })

  test.each([
    '/',
    '/api/auth',
    '/api/auth/',
    '/api/authors/session',
    '/auth/session',
    '/api/auth/nonsense',
    '/api/auth/constructor',
  ])('do not handle %s', async path => {
    const { GET, POST } = SolidAuth(createConfig())
    const url = new URL(path, origin)
    expect(await GET({ request: new Request(url) })).toBeUndefined()
    expect(await POST({ request: new Request(url, { method: 'POST', body: 'a=b' }) })).toBeUndefined()
  })

  test('leave a path below an action to the app', async () => {
    const visit = open(createConfig({ logger: { error() {} } }))
    expect((await visit.get('/api/auth/session/nonsense')).status).toBe(404)
  })

  test('do not change the configuration, which may be a function of the event', async () => {
    const configs = ['one', 'two'].map(name => Object.freeze(createConfig({ prefix: `/${name}` })))
    const app = (event: { request: Request }) => {
      const config = configs.find(({ prefix }) =>
        new URL(event.request.url).pathname.startsWith(`${prefix}/`),
      )
      return config ? Promise.resolve(config) : Promise.reject(new Error('no tenant'))
    }
    for (const base of ['/one', '/two', '/one'])
      expect(await readCallbackUrl(open(app, base), base)).toBe(`${origin}${base}/callback/op`)
    expect(configs.map(({ basePath }) => basePath)).toEqual([undefined, undefined])
    await expect(open(app).get('/three/session')).rejects.toThrow('no tenant')
  })

  test('read secret, client id and URL from the environment', async () => {
    // A secret of its own: other files of this process have a provider with the same id and another issuer.
    vi.stubEnv('AUTH_SECRET', crypto.randomUUID())
    vi.stubEnv('AUTH_URL', 'https://shop.example/auth')
    vi.stubEnv('AUTH_OP_ID', 'from the environment')
    const warn = vi.fn()
    const { clientId: _, ...op } = createMaliciousProvider().provider()
    const visit = open({ providers: [op], logger: { warn } })
    expect(await readCallbackUrl(visit, '/api/auth')).toBe('https://shop.example/api/auth/callback/op')
    const authorizationUrl = visit.getLocation(await visit.signIn('op'))
    expect(authorizationUrl.searchParams.get('client_id')).toBe('from the environment')
    expect(warn).not.toHaveBeenCalled()
  })

  test('use forwarded headers if the host is trusted, and read the body', async () => {
    const headers = { 'x-forwarded-host': 'shop.example, shop.example', 'x-forwarded-proto': 'https' }
    const proxied = (request: Request) => {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return serve(createConfig())(request)
    }
    const visit = createVisitor(proxied, 'http://inner.example', { basePath: '/api/auth' })
    expect(await readCallbackUrl(visit, '/api/auth')).toBe('https://shop.example/api/auth/callback/op')
    const csrf = await visit.get('/api/auth/csrf')
    const cookie = csrf.headers.getSetCookie().map(line => line.split(';')[0])
    const { csrfToken } = await csrf.json()
    const fields = { csrfToken, ...ada }
    const answer = await visit.post('/api/auth/callback/credentials', fields, {
      headers: { cookie: cookie.join('; ') },
    })
    expect(answer.headers.getSetCookie().join()).toContain('__Secure-authjs.session-token=')
  })
})

describe('the URL of the sign-in page', () => {
  const forwarded = { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' } }
  const request = new Request(`${origin}/_server?id=1`, forwarded)

  test('ignores forwarded headers unless the host is trusted', () => {
    const config = (trustHost: boolean) => createConfig({ trustHost, prefix: '/login/' })
    expect(getSignInUrl(request, config(false))).toBe(`${origin}/login/signin`)
    expect(getSignInUrl(request, config(true))).toBe('https://evil.example/login/signin')
  })

  test('uses AUTH_URL and contains the callback URL', () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example/api/auth')
    const page = getSignInUrl(request, createConfig(), '/account?tab=1')
    expect(page).toBe('https://shop.example/api/auth/signin?callbackUrl=%2Faccount%3Ftab%3D1')
  })
})

describe('getSession in a SolidStart app', () => {
  const always = createConfig({ session: { updateAge: 0 } })

  async function signInAndGetCookie(config: SolidAuthConfig): Promise<string> {
    const visit = open(config)
    await visit.signInWithCredentials(ada)
    return visit.jar.header(new URL(origin))
  }

  function createRequest(cookie: string, more: RequestInit = {}): Request {
    return new Request(`${origin}/page`, { headers: { cookie }, ...more })
  }

  test('returns the session with the user id, and null if signed out', async () => {
    expect(await getSession(createRequest(''), always)).toBeNull()
    expect(await getSession(createRequest(await signInAndGetCookie(always)), always)).toMatchObject({
      user: { id: 'ada-1', email: ada.email },
    })
  })

  test('extends the session if it is called with the event, and keeps other cookies', async () => {
    const headers = new Headers({ 'set-cookie': 'readUser=yes' })
    const event: SolidEvent = {
      request: createRequest(await signInAndGetCookie(always)),
      response: { headers },
    }
    expect(await getSession(event, always)).toMatchObject({ user: { email: ada.email } })
    expect(headers.getSetCookie()).toEqual([
      'readUser=yes',
      expect.stringMatching(/^__Secure-authjs\.session-token=.*HttpOnly/),
    ])
  })

  test('does not extend the session after the headers were sent', async () => {
    const headers = new Headers()
    const nativeEvent = { node: { res: { headersSent: true } } }
    const event = {
      request: createRequest(await signInAndGetCookie(always)),
      response: { headers },
      nativeEvent,
    }
    expect(await getSession(event, always)).toMatchObject({ user: { email: ada.email } })
    expect(headers.getSetCookie()).toEqual([])
  })

  test('does not read the body of the request', async () => {
    const cookie = await signInAndGetCookie(always)
    const headers = { cookie, 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' }
    const request = new Request('http://inner.example/_server', { method: 'POST', body: 'the body', headers })
    const event = { request, response: { headers: new Headers() } }
    expect(await getSession(event, always)).toMatchObject({ user: { email: ada.email } })
    expect(await request.text()).toBe('the body')
  })

  test('throws SessionUnavailable if the session cannot be read', async () => {
    const cookie = await signInAndGetCookie(always)
    const session = () => Promise.reject(new Error('down'))
    const config = createConfig({ callbacks: { session }, logger: { error() {} } })
    await expect(getSession(createRequest(cookie), config)).rejects.toMatchObject({
      type: 'SessionUnavailable',
    })
  })
})
