import { Auth, type AuthConfig, createActionURL, setEnvDefaults } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { captureLogs } from '../support/capture-logs.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`

describe('differences from Auth.js: security', () => {
  test.each(['status-401', 'status-500', 'error-in-200', 'array'] as const)(
    'an invalid userinfo response (%s) signs no user in and creates no user',
    async userinfo => {
      const op = createMaliciousProvider()
      const { adapter, calls } = createTappedAdapter()
      const { open } = createTestApp({ op, providers: [op.plainProvider()], adapter })
      op.lies = { userinfo }
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op, { provider: 'plain' }))).toBe(configuration)
      expect(calls).toEqual([])
      expect(await visit.getSession()).toBeNull()
    },
  )

  test('a userinfo response with a status other than 2xx is rejected', async () => {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op, providers: [op.plainProvider()] })
    op.lies = { userinfo: answer => Response.json(answer, { status: 403 }) }
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).toBeNull()
  })

  test('an ID token signed with an unknown key is rejected', async () => {
    const { op, open } = createTestApp()
    op.lies = { signature: 'foreign-key' }
    const visit = open()
    expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
    expect(await visit.getSession()).toBeNull()
  })

  test('a provider with an http issuer is rejected before any request', async () => {
    const op = createMaliciousProvider({ issuer: 'http://op.example' })
    const { open, log } = createTestApp({ op })
    expect(getLocation(await open().signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP')
    expect(op.requests).toEqual([])
  })

  test('credentials with the database strategy create a database session', async () => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
    const { open } = createTestApp({ adapter, providers: [credentials], session: { strategy: 'database' } })
    const visit = open()
    await visit.signInWithCredentials(ada)
    for (let look = 0; look < 2; look++)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('the query of a sign-in adds authorization parameters but cannot replace the security parameters', async () => {
    const { open } = createTestApp()
    const visit = open()
    const own =
      'client_id=evil&redirect_uri=https://evil.example&response_type=token&state=x&nonce=x&code_challenge=x'
    const asked = visit.getLocation(await visit.signIn(`op?${own}&prompt=login&scope=openid`)).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'app',
      redirect_uri: `${origin}/auth/callback/op`,
      response_type: 'code',
      scope: 'openid',
      prompt: 'login',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toHaveLength(43)
  })

  test('pages declare their charset, are not cached or framed, and load nothing from other hosts', async () => {
    const { open } = createTestApp()
    const page = await open().get('/auth/signin')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(await page.text()).not.toMatch(/authjs\.dev|unpkg\.com|<script/)
  })

  test('the query of the sign-in page cannot replace its fields', async () => {
    const { open } = createTestApp({ providers: [credentials] })
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
  ])('%j has the documented effect', async (env, status) => {
    const config: AuthConfig = { ...createTestApp().config, trustHost: undefined }
    setEnvDefaults({ NODE_ENV: 'production', ...env }, config)
    expect((await Auth(new Request(`${origin}/auth/csrf`), config)).status).toBe(status)
  })

  test('the forwarded headers are used if the host is trusted, and a missing host throws', () => {
    const address = (env: Record<string, string>, headers: Record<string, string>) =>
      createActionURL('csrf', 'http', new Headers(headers), env, { basePath: '/auth' }).href
    const forwarded = {
      host: 'inside.example',
      'x-forwarded-host': 'app.example',
      'x-forwarded-proto': 'https, http',
    }
    expect(address({}, forwarded)).toBe(`${origin}/auth/csrf`)
    expect(address({ AUTH_TRUST_HOST: 'false' }, forwarded)).toBe('http://inside.example/auth/csrf')
    expect(() => address({}, {})).toThrow('AUTH_URL')
  })

  test('a request body has a size limit, and a session token has 256 bits', async () => {
    const { op, open } = createTestApp({ adapter: MemoryAdapter() })
    const visit = open()
    const huge = { csrfToken: await visit.getCsrfToken(), more: 'x'.repeat(100_001) }
    expect((await visit.post('/auth/signin/op', huge)).status).toBe(413)
    await runRoundTrip(visit, op)
    expect(visit.jar.get(sessionCookie)?.value).toMatch(/^[0-9a-f]{64}$/)
  })

  test('debug logs contain no token, code, secret or email address', async () => {
    const { written, leaks } = await captureLogs('logger', runRoundTrip, { adapter: MemoryAdapter() })
    expect(written).toContain('adapter_')
    expect(leaks).toEqual([])
  })
})
