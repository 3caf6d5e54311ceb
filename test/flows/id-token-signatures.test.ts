import { customFetch } from 'latchkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('the keys of a provider', () => {
  test('are found by discovery', async () => {
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    expect(op.listRequestedEndpoints()).toEqual(['discovery', 'token', 'jwks'])
  })

  test('can be configured with `jwks_endpoint`', async () => {
    const op = createMaliciousProvider()
    const { authorize, token, jwks } = op.endpoints
    const explicit = { authorization: authorize, token, jwks_endpoint: jwks }
    const { open, log } = createTestApp({ op, providers: [op.provider(explicit)] })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(op.listRequestedEndpoints()).toEqual(['token', 'jwks'])
    expect(log.warnings).toEqual([])
    expect(await visit.getSession()).not.toBeNull()
    await runRoundTrip(open(), op)
    expect(op.listRequestedEndpoints()).toEqual(['token', 'jwks', 'token'])
  })

  test('are requested again for an unknown key id', async () => {
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    op.rotateKeys()
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    expect(op.listRequestedEndpoints().filter(name => name === 'jwks')).toHaveLength(2)
  })

  test('are requested again only once for an unknown key id, and the token is rejected', async () => {
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    op.lies.signature = 'unknown-kid'
    const visit = open()
    expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(await visit.getSession()).toBeNull()
    expect(op.listRequestedEndpoints().filter(name => name === 'jwks')).toHaveLength(2)
  })

  test('are requested again once per minute for unknown key ids', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = createTestApp()
    const countKeyRequests = () => op.listRequestedEndpoints().filter(name => name === 'jwks').length
    const isSignedIn = async () => {
      const visit = open()
      await runRoundTrip(visit, op)
      return (await visit.getSession()) !== null
    }
    expect(await isSignedIn()).toBe(true)
    op.lies.signature = 'unknown-kid'
    for (let minute = 1; minute <= 3; minute++) {
      for (let attempt = 0; attempt < 4; attempt++) expect(await isSignedIn()).toBe(false)
      expect(await Promise.all([isSignedIn(), isSignedIn(), isSignedIn()])).toEqual([false, false, false])
      expect(countKeyRequests()).toBe(1 + minute)
      vi.setSystemTime(Date.now() + 59_000)
      expect(await isSignedIn()).toBe(false)
      expect(countKeyRequests()).toBe(1 + minute)
      vi.setSystemTime(Date.now() + 2_000)
    }
    op.lies = {}
    expect(await isSignedIn()).toBe(true)
    expect(countKeyRequests()).toBe(4)
  })

  test('are requested again after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = createTestApp()
    const counts: number[] = []
    for (const seconds of [0, 299, 2, 299]) {
      vi.setSystemTime(Date.now() + seconds * 1000)
      await runRoundTrip(open(), op)
      counts.push(op.listRequestedEndpoints().filter(name => name === 'jwks').length)
    }
    expect(counts).toEqual([1, 1, 2, 2])
  })

  test('are requested once by 20 concurrent sign-ins', async () => {
    const { op, open } = createTestApp()
    await Promise.all(Array.from({ length: 20 }, () => runRoundTrip(open(), op)))
    expect(op.listRequestedEndpoints().filter(name => name === 'jwks')).toHaveLength(1)
  })

  test('are requested again five seconds after a request for an unknown key failed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    op.rotateKeys()
    op.lies.jwks = 'status-500'
    const isSignedInAfter = async (seconds: number) => {
      vi.setSystemTime(Date.now() + seconds * 1000)
      const visit = open()
      await runRoundTrip(visit, op)
      const requests = op.listRequestedEndpoints().filter(name => name === 'jwks').length
      return [(await visit.getSession()) !== null, requests]
    }
    expect(await isSignedInAfter(0)).toEqual([false, 2])
    expect(await isSignedInAfter(0)).toEqual([false, 2])
    op.lies = {}
    expect(await isSignedInAfter(4)).toEqual([false, 2])
    expect(await isSignedInAfter(2)).toEqual([true, 3])
  })

  test('are requested with a user agent', async () => {
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    const request = op.requests.find(({ endpoint }) => endpoint === 'jwks')
    expect(request?.headers.get('user-agent')).toBe('latchkey')
  })

  test('of a response with an error status are not used', async () => {
    const { op, open, log } = createTestApp()
    const keys = await (await op.fetch(op.endpoints.jwks)).text()
    op.lies.jwks = () => new Response(keys, { status: 503, headers: { 'content-type': 'application/json' } })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toBeNull()
    expect(log.errors[0]?.message).toMatch(/failed with status 503\. Try again later/)
  })

  test('are kept after a rotation, which 20 concurrent sign-ins request once', async () => {
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    op.rotateKeys()
    const visits = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visit = open()
        await runRoundTrip(visit, op)
        return visit
      }),
    )
    for (const visit of visits) expect(await visit.getSession()).not.toBeNull()
    const later = open()
    await runRoundTrip(later, op)
    expect(await later.getSession()).not.toBeNull()
    expect(op.listRequestedEndpoints().filter(name => name === 'jwks')).toHaveLength(2)
  })

  test('are requested at once for the unknown key of another provider with the same `fetch`', async () => {
    const [one, two] = [createMaliciousProvider(), createMaliciousProvider({ issuer: 'https://two.example' })]
    const fetch: typeof globalThis.fetch = (input, init) =>
      (String(input).startsWith(one.issuer) ? one : two).fetch(input, init)
    const providers = [
      one.provider({ [customFetch]: fetch }),
      two.provider({ id: 'two', [customFetch]: fetch }),
    ]
    const { open } = createTestApp({ op: one, providers })
    await runRoundTrip(open(), one)
    await runRoundTrip(open(), two, { provider: 'two' })
    one.lies.signature = 'unknown-kid'
    await runRoundTrip(open(), one)
    two.rotateKeys()
    const visit = open()
    await runRoundTrip(visit, two, { provider: 'two' })
    expect(await visit.getSession()).not.toBeNull()
  })

  test('need no key id if there is only one', async () => {
    const { op, open } = createTestApp()
    op.lies.signature = 'no-kid'
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })

  test.each(['down', 'garbage', 'html', 'empty', 'status-500', 'redirect', 'huge', 'array'] as const)(
    'that cannot be loaded (%s) reject the sign-in',
    async lie => {
      const { op, open } = createTestApp()
      op.lies.jwks = lie
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.getSession()).toBeNull()
      op.lies = {}
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    },
  )

  test('can be empty, which rejects the sign-in', async () => {
    const { op, open } = createTestApp()
    op.lies.jwks = () => ({ keys: [] })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toBeNull()
  })
})

describe('configured endpoints without keys', () => {
  const explicit = (op = createMaliciousProvider()) => {
    const { authorize, token } = op.endpoints
    op.lies.discovery = 'status-500'
    return createTestApp({ op, providers: [op.provider({ authorization: authorize, token })] })
  }

  test('the ID token is accepted over the direct TLS connection, with the warning id-token-unverified', async () => {
    const { op, open, log } = explicit()
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    expect(log.warnings).toContain('id-token-unverified')
  })

  test('the claims are verified', async () => {
    const { op, open } = explicit()
    op.lies.claims = { aud: 'somebody-else' }
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toBeNull()
  })

  test('discovery is repeated after one minute, and its keys are then used', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = explicit()
    await runRoundTrip(open(), op)
    delete op.lies.discovery
    op.lies.signature = 'foreign-key'
    vi.setSystemTime(Date.now() + 61_000)
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toBeNull()
  })

  test('HS256 is verified with the client secret, without requests', async () => {
    const { op, open, log } = explicit(createMaliciousProvider({ alg: 'HS256' }))
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    expect(log.warnings).not.toContain('id-token-unverified')
    op.lies.signature = 'foreign-key'
    const otherVisitor = open()
    await runRoundTrip(otherVisitor, op)
    expect(await otherVisitor.getSession()).toBeNull()
  })
})

describe('plain http', () => {
  const over = (issuer: string) => createTestApp({ op: createMaliciousProvider({ issuer }) })

  test('is rejected, and the log names the variable that allows it', async () => {
    const { open, log, op } = over('http://op.example')
    expect(getLocation(await open().signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP=true')
    expect(op.listRequestedEndpoints()).toEqual([])
  })

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    'is allowed for %s',
    async issuer => {
      const { open, op } = over(issuer)
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    },
  )

  test('is allowed by AUTH_ALLOW_INSECURE_HTTP=true', async () => {
    vi.stubEnv('AUTH_ALLOW_INSECURE_HTTP', 'true')
    const { open, op } = over('http://op.example')
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('is rejected with AUTH_ALLOW_INSECURE_HTTP=false', async () => {
    vi.stubEnv('AUTH_ALLOW_INSECURE_HTTP', 'false')
    const { open } = over('http://op.example')
    expect(getLocation(await open().signIn('op'))).toContain('error=OAuthSignin')
  })
})
