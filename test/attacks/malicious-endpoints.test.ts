import { afterEach, describe, expect, test, vi } from 'vitest'
import { completeRoundTrip, createTestApp, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

const signInFailed = `${origin}/auth/signin?error=OAuthSignin`
const hostile = [
  'javascript:alert(document.domain)',
  'JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://op.example/x',
  'about:blank',
  'ftp://op.example/',
  '//evil.example/authorize',
  '/authorize',
  '',
  'no URL',
]

describe('a discovery document with a malicious URL', () => {
  test.each(hostile)('as authorization endpoint (%j) is rejected', async address => {
    const { op, open } = createTestApp()
    op.lies.discovery = answer => ({ ...answer, authorization_endpoint: address })
    expect(getLocation(await open().signIn('op'))).toBe(signInFailed)
  })

  test.each(['token_endpoint', 'userinfo_endpoint', 'jwks_uri'])('as %s is rejected', async name => {
    for (const address of hostile) {
      const { op, open } = createTestApp()
      op.lies.discovery = answer => ({ ...answer, [name]: address })
      expect(getLocation(await open().signIn('op'))).toBe(signInFailed)
    }
  })
})

test.each(hostile)(
  'a malicious authorization URL in the configuration (%j) is rejected',
  async authorization => {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({ op, providers: [op.plainProvider({ authorization })] })
    const visit = open()
    const isUsable = (await visit.get('/auth/csrf')).status === 200
    if (isUsable) expect(getLocation(await visit.signIn('plain'))).toBe(signInFailed)
    expect(log.types()).toContain(isUsable ? 'OAuthSignInError' : 'InvalidEndpoints')
  },
)

describe('plain http', () => {
  const http = 'http://op.example/x'

  test('as authorization endpoint is rejected, and the log names AUTH_ALLOW_INSECURE_HTTP', async () => {
    const { op, open, log } = createTestApp()
    op.lies.discovery = answer => ({ ...answer, authorization_endpoint: http })
    expect(getLocation(await open().signIn('op'))).toBe(signInFailed)
    expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP')
  })

  test.each(['token_endpoint', 'userinfo_endpoint', 'jwks_uri'])(
    'as %s is rejected before any request to it',
    async name => {
      const op = createMaliciousProvider()
      const { open, log } = createTestApp({
        op,
        providers: [op.provider({ idToken: name !== 'userinfo_endpoint' })],
      })
      op.lies.discovery = answer => ({ ...answer, [name]: http })
      const visit = open()
      const away = await visit.signIn('op')
      expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
      expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP')
      expect(op.requests.every(({ url }) => url.protocol === 'https:')).toBe(true)
      expect(await visit.getSession()).toBeNull()
    },
  )

  test.each([
    'http://op.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
  ])('as issuer is rejected: %s', async issuer => {
    const { op, open, log } = createTestApp({ op: createMaliciousProvider({ issuer }) })
    expect(getLocation(await open().signIn('op'))).toBe(signInFailed)
    expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP')
    expect(op.listRequestedEndpoints()).toEqual([])
  })

  test('is allowed only by a true value of AUTH_ALLOW_INSECURE_HTTP', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    for (const value of ['', '0', 'no', 'off', 'FALSE']) {
      vi.stubEnv('AUTH_ALLOW_INSECURE_HTTP', value)
      const { open } = createTestApp({ op: createMaliciousProvider({ issuer: 'http://op.example' }) })
      expect(getLocation(await open().signIn('op')), value).toBe(signInFailed)
    }
  })
})

test('a discovery document with a different issuer is rejected', async () => {
  const { op, open } = createTestApp()
  op.lies.discovery = answer => ({ ...answer, issuer: 'https://accounts.example' })
  expect(getLocation(await open().signIn('op'))).toBe(signInFailed)
})
