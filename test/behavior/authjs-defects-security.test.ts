import { Auth, type AuthConfig, createActionURL, setEnvDefaults } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  ada,
  credentials,
  leadsTo,
  makeApp,
  origin,
  roundTrip,
  sessionCookie,
  tapped,
} from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'
import { overhear } from '../support/overhear.js'

const configuration = `${origin}/auth/error?error=Configuration`

describe('Behaviour section 21: what the reference gets wrong, security', () => {
  test.each(['status-401', 'status-500', 'error-in-200', 'array'] as const)(
    'D1: a userinfo answer that is no profile (%s) lets nobody in and creates nobody',
    async userinfo => {
      const op = lyingProvider()
      const { adapter, calls } = tapped()
      const { open } = makeApp({ op, providers: [op.plainProvider()], adapter })
      op.lies = { userinfo }
      const visit = open()
      expect(leadsTo(await roundTrip(visit, op, { provider: 'plain' }))).toBe(configuration)
      expect(calls).toEqual([])
      expect(await visit.session()).toBeNull()
    },
  )

  test('D1: a userinfo answer that names somebody counts with a status of 2xx alone', async () => {
    const op = lyingProvider()
    const { open } = makeApp({ op, providers: [op.plainProvider()] })
    op.lies = { userinfo: answer => Response.json(answer, { status: 403 }) }
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).toBeNull()
  })

  test('D2: an ID token with a foreign signature lets nobody in', async () => {
    const { op, open } = makeApp()
    op.lies = { signature: 'foreign-key' }
    const visit = open()
    expect(leadsTo(await roundTrip(visit, op))).toBe(configuration)
    expect(await visit.session()).toBeNull()
  })

  test('D2: nobody is sent to a provider that speaks plain http', async () => {
    const op = lyingProvider({ issuer: 'http://op.example' })
    const { open, log } = makeApp({ op })
    expect(leadsTo(await open().signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP')
    expect(op.requests).toEqual([])
  })

  test('D4: a password beside the database strategy makes a stored session, which lasts', async () => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
    const { open } = makeApp({ adapter, providers: [credentials], session: { strategy: 'database' } })
    const visit = open()
    await visit.signInWithCredentials(ada)
    for (let look = 0; look < 2; look++)
      expect(await visit.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('D5: the query of a sign-in extends what is asked, and replaces nothing that the protocol lives on', async () => {
    const { open } = makeApp()
    const visit = open()
    const own =
      'client_id=evil&redirect_uri=https://evil.example&response_type=token&state=x&nonce=x&code_challenge=x'
    const asked = visit.location(await visit.signIn(`op?${own}&prompt=login&scope=openid`)).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'app',
      redirect_uri: `${origin}/auth/callback/op`,
      response_type: 'code',
      scope: 'openid',
      prompt: 'login',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toHaveLength(43)
  })

  test('D30: a page says its charset, is kept by nobody, framed by nobody, and loads nothing from elsewhere', async () => {
    const { open } = makeApp()
    const page = await open().get('/auth/signin')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(await page.text()).not.toMatch(/authjs\.dev|unpkg\.com|<script/)
  })

  test('D35: the query of the sign-in page replaces nothing in it', async () => {
    const { open } = makeApp({ providers: [credentials] })
    const foreign =
      'csrfToken=planted&providers=planted&theme=planted&callbackUrl=https://evil.example/planted'
    const page = await open().get(`/auth/signin?${foreign}`)
    expect(page.status).toBe(200)
    const body = await page.text()
    expect(body).not.toContain('planted')
    expect(body).toMatch(/name="csrfToken" value="[0-9a-f]{64}"/)
    expect(body).toContain(`name="callbackUrl" value="${origin}"`)
  })

  test.each([
    [{ AUTH_TRUST_HOST: 'false', AUTH_URL: origin }, 500],
    [{ AUTH_TRUST_HOST: 'true', AUTH_URL: '' }, 200],
  ])('D41: %j says what it seems to say', async (env, status) => {
    const config: AuthConfig = { ...makeApp().config, trustHost: undefined }
    setEnvDefaults({ NODE_ENV: 'production', ...env }, config)
    expect((await Auth(new Request(`${origin}/auth/csrf`), config)).status).toBe(status)
  })

  test('D53: of forwarded headers the first element counts, where they count, and no host is no address', () => {
    const address = (env: Record<string, string>, headers: Record<string, string>) =>
      createActionURL('csrf', 'http', new Headers(headers), env, { basePath: '/auth' }).href
    const forwarded = {
      host: 'inside.example',
      'x-forwarded-host': 'app.example, inside.example',
      'x-forwarded-proto': 'https, http',
    }
    expect(address({}, forwarded)).toBe(`${origin}/auth/csrf`)
    expect(address({ AUTH_TRUST_HOST: 'false' }, forwarded)).toBe('http://inside.example/auth/csrf')
    expect(() => address({}, {})).toThrow('AUTH_URL')
  })

  test('D55: a body has a limit, and a session token is long enough not to be guessed', async () => {
    const { op, open } = makeApp({ adapter: MemoryAdapter() })
    const visit = open()
    const huge = { csrfToken: await visit.csrf(), more: 'x'.repeat(100_001) }
    expect((await visit.post('/auth/signin/op', huge)).status).toBe(413)
    await roundTrip(visit, op)
    expect(visit.jar.get(sessionCookie)?.value).toMatch(/^[0-9a-f]{64}$/)
  })

  test('D56: what is logged with `debug` holds no token, code, secret or address', async () => {
    const { written, leaks } = await overhear('logger', roundTrip, { adapter: MemoryAdapter() })
    expect(written).toContain('adapter_')
    expect(leaks).toEqual([])
  })
})
