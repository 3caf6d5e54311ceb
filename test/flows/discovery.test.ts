import { customFetch } from 'latchkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { completeRoundTrip, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, failures, type Lies } from '../support/malicious-provider.js'

type Lie = NonNullable<Lies['userinfo']>

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const count = (op: ReturnType<typeof createMaliciousProvider>, endpoint: string) =>
  op.listRequestedEndpoints().filter(name => name === endpoint).length

describe('provider metadata', () => {
  test('is requested once by 20 concurrent callbacks', async () => {
    const { op, open } = createTestApp()
    const ways = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visit = open()
        return { visit, url: visit.getLocation(await visit.signIn('op')) }
      }),
    )
    expect(count(op, 'discovery')).toBe(1)
    const backs = await Promise.all(
      ways.map(({ visit, url }) => visit.get(op.authorize(url), { from: op.issuer })),
    )
    expect(backs.map(getLocation)).toEqual(Array(20).fill(origin))
    expect(count(op, 'discovery')).toBe(1)
    expect(count(op, 'jwks')).toBe(1)
  })

  test('is cached for one hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = createTestApp()
    await open().signIn('op')
    vi.setSystemTime(Date.now() + 59 * 60_000)
    await open().signIn('op')
    expect(count(op, 'discovery')).toBe(1)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    await open().signIn('op')
    expect(count(op, 'discovery')).toBe(2)
  })

  test('is shared by configurations that use the same `fetch`', async () => {
    const op = createMaliciousProvider()
    await createTestApp({ op }).open().signIn('op')
    await createTestApp({ op }).open().signIn('op')
    expect(count(op, 'discovery')).toBe(1)
    const own: typeof fetch = (input, init) => op.fetch(input, init)
    await createTestApp({ op, providers: [op.provider({ [customFetch]: own })] })
      .open()
      .signIn('op')
    expect(count(op, 'discovery')).toBe(2)
  })

  test('is not shared by two providers with the same `fetch`', async () => {
    const { one, two, open } = createAppWithSharedFetch()
    const visit = open()
    expect(getLocation(await visit.signIn('op'))).toContain(one.endpoints.authorize)
    expect(getLocation(await visit.signIn('two'))).toContain(two.endpoints.authorize)
  })

  test('is used from the cache while the provider is unavailable', async () => {
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    op.lies = { discovery: 'down', jwks: 'down' }
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('a token endpoint on another host than the issuer', () => {
  const debugged = ({ log }: ReturnType<typeof createTestApp>) =>
    log.debugged.filter(([message]) => message === 'token endpoint on another host')

  test('is logged once, with debug', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = createTestApp({ debug: true })
    app.op.lies.discovery = answer => ({ ...answer, token_endpoint: 'https://tokens.example/token?a=b' })
    for (let hour = 0; hour < 3; hour++) {
      await app.open().signIn('op')
      await app.open().signIn('op')
      vi.setSystemTime(Date.now() + 3_601_000)
    }
    expect(count(app.op, 'discovery')).toBe(3)
    expect(debugged(app)).toEqual([
      [
        'token endpoint on another host',
        { provider: 'op', issuerHost: 'op.example', tokenHost: 'tokens.example' },
      ],
    ])
    expect(app.log.warnings).toEqual(['debug-enabled'])
  })

  test('is not logged if the hosts are equal', async () => {
    const app = createTestApp({ debug: true })
    await app.open().signIn('op')
    expect(debugged(app)).toEqual([])
  })
})

describe('a failed discovery', () => {
  test.each(Object.keys(failures).filter(name => name !== 'slow') as (keyof typeof failures)[])(
    '(%s) redirects to the sign-in page with OAuthSignin, and a sign-in six seconds later works',
    async lie => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const { op, open, log } = createTestApp()
      op.lies.discovery = lie
      const visit = open()
      expect(getLocation(await visit.signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
      expect(log.types()).toEqual(['OAuthSignInError'])
      op.lies = {}
      vi.setSystemTime(Date.now() + 6_000)
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    },
  )

  test.each<[string, Lie]>([
    ['a different issuer', answer => ({ ...answer, issuer: 'https://elsewhere.example' })],
    ['an issuer with a trailing slash', answer => ({ ...answer, issuer: `${answer['issuer']}/` })],
    ['no issuer', ({ issuer: _, ...rest }) => rest],
    ['no authorization endpoint', ({ authorization_endpoint: _, ...rest }) => rest],
    ['a number as endpoint', answer => ({ ...answer, token_endpoint: 1 })],
  ])('with %s redirects to the sign-in page without a check cookie', async (_, lie) => {
    const { op, open } = createTestApp()
    op.lies.discovery = lie
    const answer = await open().signIn('op')
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(answer.headers.getSetCookie().join()).not.toContain('authjs.state')
  })

  test('does not affect 20 concurrent sign-ins if the endpoints are configured', async () => {
    const op = createMaliciousProvider()
    const { authorize: authorization, token } = op.endpoints
    const { open } = createTestApp({ op, providers: [op.provider({ authorization, token })] })
    op.lies.discovery = 'down'
    const answers = await Promise.all(Array.from({ length: 20 }, () => open().signIn('op')))
    for (const answer of answers) expect(getLocation(answer)).toContain(op.endpoints.authorize)
    expect(count(op, 'discovery')).toBe(1)
  })

  test('rejects the sign-in if the userinfo endpoint is not configured', async () => {
    const op = createMaliciousProvider()
    const { authorize: authorization, token } = op.endpoints
    const { open } = createTestApp({ op, providers: [op.provider({ authorization, token, idToken: false })] })
    op.lies.discovery = 'down'
    expect(getLocation(await open().signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
  })

  test('between sign-in and callback redirects to the error page, and a new sign-in works', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = createTestApp()
    const visit = open()
    await visit.signIn('op')
    vi.setSystemTime(Date.now() + 55 * 60_000)
    const away = await visit.signIn('op')
    vi.setSystemTime(Date.now() + 6 * 60_000)
    op.lies.discovery = 'down'
    expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(
      `${origin}/auth/error?error=Configuration`,
    )
    op.lies = {}
    vi.setSystemTime(Date.now() + 6_000)
    expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
  })

  test('is remembered for five seconds, with its cause', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open, log } = createTestApp()
    op.lies.discovery = 'status-500'
    for (let second = 0; second < 5; second++) {
      expect(getLocation(await open().signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
      vi.setSystemTime(Date.now() + 900)
    }
    expect(count(op, 'discovery')).toBe(1)
    expect(log.errors).toHaveLength(5)
    for (const error of log.errors) expect(error.message).toContain('responded with status 500')
    vi.setSystemTime(Date.now() + 600)
    op.lies = {}
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    expect(count(op, 'discovery')).toBe(2)
  })

  test('of one provider, or of one `fetch`, does not affect another', async () => {
    const { one, two, open } = createAppWithSharedFetch()
    one.lies.discovery = 'down'
    expect(getLocation(await open().signIn('op'))).toContain('error=OAuthSignin')
    expect(getLocation(await open().signIn('two'))).toContain(two.endpoints.authorize)
    one.lies = {}
    expect(getLocation(await createTestApp({ op: one }).open().signIn('op'))).toContain(
      one.endpoints.authorize,
    )
    expect(getLocation(await open().signIn('op'))).toContain('error=OAuthSignin')
  })

  test('is shared by 20 concurrent sign-ins', async () => {
    const { op, open } = createTestApp()
    op.lies.discovery = 'down'
    const answers = await Promise.all(Array.from({ length: 20 }, () => open().signIn('op')))
    for (const answer of answers) expect(getLocation(answer)).toContain('error=OAuthSignin')
    expect(count(op, 'discovery')).toBe(1)
  })

  test('is not shared while it is pending in workerd, where it would end with its request', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    const { op, open } = createTestApp()
    op.lies.discovery = async answer => waitBriefly(answer)
    const answers = await Promise.all(Array.from({ length: 3 }, () => open().signIn('op')))
    for (const answer of answers) expect(getLocation(answer)).toContain(op.endpoints.authorize)
    expect(count(op, 'discovery')).toBe(3)
    await open().signIn('op')
    expect(count(op, 'discovery')).toBe(3)
  })

  test('is forgotten when a parallel request succeeds', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    const { op, open } = createTestApp()
    let requests = 0
    op.lies.discovery = async answer =>
      waitBriefly(requests++ === 0 ? Response.json({}, { status: 500 }) : answer)
    const answers = await Promise.all([open().signIn('op'), open().signIn('op'), open().signIn('op')])
    expect(answers.filter(answer => getLocation(answer)?.includes('error=OAuthSignin'))).toHaveLength(1)
    expect(getLocation(await open().signIn('op'))).toContain(op.endpoints.authorize)
    expect(count(op, 'discovery')).toBe(3)
  })
})

/** Answers late, so that parallel requests overlap. */
async function waitBriefly<T>(answer: T): Promise<T> {
  await new Promise(resolve => setTimeout(resolve, 50))
  return answer
}

/** Creates an app with the providers `op` and `two`, which are different servers behind one `fetch`. */
function createAppWithSharedFetch() {
  const one = createMaliciousProvider()
  const two = createMaliciousProvider({ issuer: 'https://two.example' })
  const both: typeof fetch = (input, init) =>
    (String(input).startsWith(one.issuer) ? one : two).fetch(input, init)
  const providers = [one.provider({ [customFetch]: both }), two.provider({ id: 'two', [customFetch]: both })]
  return { one, two, ...createTestApp({ op: one, providers }) }
}
