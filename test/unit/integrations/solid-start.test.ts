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

/** As SolidStart calls a route that catches everything, and answers for one that gives nothing. */
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

/** Signs in, is known, signs out: the sign that all of it works where it is. */
async function runConversation(visit: Visitor): Promise<(string | undefined)[]> {
  const seen = async () => JSON.stringify((await visit.getSession())?.['user'])
  await visit.signInWithCredentials(ada)
  const inside = await seen()
  await visit.signOut()
  return [inside, await seen()]
}

async function readCallbackUrl(visit: Visitor, basePath: string): Promise<string> {
  const { op } = await (await visit.get(`${basePath}/providers`)).json()
  return op.callbackUrl
}

const bothWays = [expect.stringContaining(ada.email), undefined]

describe('the actions of a SolidStart app', () => {
  test.each<[string, string, Partial<SolidAuthConfig>]>([
    ['/api/auth, where nothing is said', '/api/auth', {}],
    ['a prefix of its own', '/login', { prefix: '/login' }],
    ['a deep prefix, with a slash too many', '/api/v1/auth', { prefix: '/api/v1/auth/' }],
    ['a prefix without its slash', '/auth', { prefix: 'auth' }],
    ['the root', '', { prefix: '/' }],
    ['`basePath`, where there is no prefix', '/enter', { basePath: '/enter' }],
    ['a prefix that contradicts `basePath`', '/one', { prefix: '/one', basePath: '/other' }],
  ])('are below %s', async (_, basePath, more) => {
    const visit = open(createConfig(more), basePath)
    expect(await runConversation(visit)).toEqual(bothWays)
    expect(await readCallbackUrl(visit, basePath)).toBe(`${origin}${basePath}/callback/op`)
  })

  test('are all nine of them, with HEAD', async () => {
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
  ])('leave %s to the app', async path => {
    const { GET, POST } = SolidAuth(createConfig())
    const url = new URL(path, origin)
    expect(await GET({ request: new Request(url) })).toBeUndefined()
    expect(await POST({ request: new Request(url, { method: 'POST', body: 'a=b' }) })).toBeUndefined()
  })

  test('leave a path below an action to the app', async () => {
    const visit = open(createConfig({ logger: { error() {} } }))
    expect((await visit.get('/api/auth/session/nonsense')).status).toBe(404)
  })

  test('leave the configuration as it is, which may be one for each event', async () => {
    const configs = ['one', 'two'].map(name => Object.freeze(createConfig({ prefix: `/${name}` })))
    const app = (event: { request: Request }) => {
      const own = configs.find(({ prefix }) => new URL(event.request.url).pathname.startsWith(`${prefix}/`))
      return own ? Promise.resolve(own) : Promise.reject(new Error('no tenant'))
    }
    for (const base of ['/one', '/two', '/one'])
      expect(await readCallbackUrl(open(app, base), base)).toBe(`${origin}${base}/callback/op`)
    expect(configs.map(({ basePath }) => basePath)).toEqual([undefined, undefined])
    await expect(open(app).get('/three/session')).rejects.toThrow('no tenant')
  })

  test('take secret, credentials and the public address from the environment', async () => {
    vi.stubEnv('AUTH_SECRET', secret)
    vi.stubEnv('AUTH_URL', 'https://shop.example/auth')
    vi.stubEnv('AUTH_OP_ID', 'from the environment')
    const warn = vi.fn()
    const { clientId: _, ...op } = createMaliciousProvider().provider()
    const visit = open({ providers: [op], logger: { warn } })
    expect(await readCallbackUrl(visit, '/api/auth')).toBe('https://shop.example/api/auth/callback/op')
    const departure = visit.getLocation(await visit.signIn('op'))
    expect(departure.searchParams.get('client_id')).toBe('from the environment')
    expect(warn).not.toHaveBeenCalled()
  })

  test('believe a proxy where the host is trusted, and read a body behind it', async () => {
    const headers = { 'x-forwarded-host': 'shop.example, inner.example', 'x-forwarded-proto': 'https' }
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

describe('the address of the sign-in page', () => {
  const forwarded = { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' } }
  const request = new Request(`${origin}/_server?id=1`, forwarded)

  test('is on the site that was asked, whatever a visitor says, unless the app trusts its proxy', () => {
    const config = (trustHost: boolean) => createConfig({ trustHost, prefix: '/login/' })
    expect(getSignInUrl(request, config(false))).toBe(`${origin}/login/signin`)
    expect(getSignInUrl(request, config(true))).toBe('https://evil.example/login/signin')
  })

  test('is where AUTH_URL says, and knows where the visitor goes in the end', () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example/api/auth')
    const page = getSignInUrl(request, createConfig(), '/account?tab=1')
    expect(page).toBe('https://shop.example/api/auth/signin?callbackUrl=%2Faccount%3Ftab%3D1')
  })
})

describe('getSession in a SolidStart app', () => {
  const always = createConfig({ session: { updateAge: 0 } })

  async function member(config: SolidAuthConfig): Promise<string> {
    const visit = open(config)
    await visit.signInWithCredentials(ada)
    return visit.jar.header(new URL(origin))
  }

  function ask(cookie: string, more: RequestInit = {}): Request {
    return new Request(`${origin}/page`, { headers: { cookie }, ...more })
  }

  test('gives the session with the user’s id, and null to a stranger', async () => {
    expect(await getSession(ask(''), always)).toBeNull()
    expect(await getSession(ask(await member(always)), always)).toMatchObject({
      user: { id: 'ada-1', email: ada.email },
    })
  })

  test('extends the session when it is given the event, beside cookies that others have set', async () => {
    const headers = new Headers({ 'set-cookie': 'seen=yes' })
    const event: SolidEvent = { request: ask(await member(always)), response: { headers } }
    expect(await getSession(event, always)).toMatchObject({ user: { email: ada.email } })
    expect(headers.getSetCookie()).toEqual([
      'seen=yes',
      expect.stringMatching(/^__Secure-authjs\.session-token=.*HttpOnly/),
    ])
  })

  test('only looks once the headers of a page have left', async () => {
    const headers = new Headers()
    const nativeEvent = { node: { res: { headersSent: true } } }
    const event = { request: ask(await member(always)), response: { headers }, nativeEvent }
    expect(await getSession(event, always)).toMatchObject({ user: { email: ada.email } })
    expect(headers.getSetCookie()).toEqual([])
  })

  test('leaves the body of a request to the app, also behind a proxy', async () => {
    const cookie = await member(always)
    const headers = { cookie, 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' }
    const request = new Request('http://inner.example/_server', { method: 'POST', body: 'asked', headers })
    const event = { request, response: { headers: new Headers() } }
    expect(await getSession(event, always)).toMatchObject({ user: { email: ada.email } })
    expect(await request.text()).toBe('asked')
  })

  test('throws while nobody can say whether there is a session', async () => {
    const cookie = await member(always)
    const session = () => Promise.reject(new Error('down'))
    const config = createConfig({ callbacks: { session }, logger: { error() {} } })
    await expect(getSession(ask(cookie), config)).rejects.toMatchObject({ type: 'SessionUnavailable' })
  })
})
