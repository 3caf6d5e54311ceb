import { customFetch } from 'latchkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { comeBack, leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { failures, type Lies, lyingProvider } from '../support/lying-provider.js'

type Lie = NonNullable<Lies['userinfo']>

afterEach(() => {
  vi.useRealTimers()
})

const count = (op: ReturnType<typeof lyingProvider>, endpoint: string) =>
  op.asked().filter(name => name === endpoint).length

describe('what is found out about a provider', () => {
  test('is asked for once by twenty cold callbacks at once', async () => {
    const { op, open } = makeApp()
    const ways = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visit = open()
        return { visit, url: visit.location(await visit.signIn('op')) }
      }),
    )
    expect(count(op, 'discovery')).toBe(1)
    const backs = await Promise.all(
      ways.map(({ visit, url }) => visit.get(op.authorize(url), { from: op.issuer })),
    )
    expect(backs.map(leadsTo)).toEqual(Array(20).fill(origin))
    expect(count(op, 'discovery')).toBe(1)
    expect(count(op, 'jwks')).toBe(1)
  })

  test('is kept for an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = makeApp()
    await open().signIn('op')
    vi.setSystemTime(Date.now() + 59 * 60_000)
    await open().signIn('op')
    expect(count(op, 'discovery')).toBe(1)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    await open().signIn('op')
    expect(count(op, 'discovery')).toBe(2)
  })

  test('is kept over configurations, as long as they speak through the same `fetch`', async () => {
    const op = lyingProvider()
    await makeApp({ op }).open().signIn('op')
    await makeApp({ op }).open().signIn('op')
    expect(count(op, 'discovery')).toBe(1)
    const own: typeof fetch = (input, init) => op.fetch(input, init)
    await makeApp({ op, providers: [op.provider({ [customFetch]: own })] })
      .open()
      .signIn('op')
    expect(count(op, 'discovery')).toBe(2)
  })

  test('is not shared by two providers with one `fetch`', async () => {
    const one = lyingProvider()
    const two = lyingProvider({ issuer: 'https://two.example' })
    const both: typeof fetch = (input, init) =>
      (String(input).startsWith(one.issuer) ? one : two).fetch(input, init)
    const providers = [
      one.provider({ [customFetch]: both }),
      two.provider({ id: 'two', [customFetch]: both }),
    ]
    const { open } = makeApp({ op: one, providers })
    const visit = open()
    expect(leadsTo(await visit.signIn('op'))).toContain(one.endpoints.authorize)
    expect(leadsTo(await visit.signIn('two'))).toContain(two.endpoints.authorize)
  })

  test('keeps working while the provider rests', async () => {
    const { op, open } = makeApp()
    await roundTrip(open(), op)
    op.lies = { discovery: 'down', jwks: 'down' }
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
  })
})

describe('a discovery that fails', () => {
  test.each(Object.keys(failures).filter(name => name !== 'slow') as (keyof typeof failures)[])(
    '(%s) shows the sign-in page with a text, and the next try works',
    async lie => {
      const { op, open, log } = makeApp()
      op.lies.discovery = lie
      const visit = open()
      expect(leadsTo(await visit.signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
      expect(log.types()).toEqual(['OAuthSignInError'])
      op.lies = {}
      await roundTrip(visit, op)
      expect(await visit.session()).not.toBeNull()
    },
  )

  test.each<[string, Lie]>([
    ['another issuer', answer => ({ ...answer, issuer: 'https://elsewhere.example' })],
    ['the issuer with a slash', answer => ({ ...answer, issuer: `${answer['issuer']}/` })],
    ['no issuer', ({ issuer: _, ...rest }) => rest],
    ['no authorization endpoint', ({ authorization_endpoint: _, ...rest }) => rest],
    ['a number for an endpoint', answer => ({ ...answer, token_endpoint: 1 })],
  ])('with %s sends nobody away', async (_, lie) => {
    const { op, open } = makeApp()
    op.lies.discovery = lie
    const answer = await open().signIn('op')
    expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(answer.headers.getSetCookie().join()).not.toContain('authjs.state')
  })

  test('leaves twenty visitors at once alone, where the endpoints are configured', async () => {
    const op = lyingProvider()
    const { authorize: authorization, token } = op.endpoints
    const { open } = makeApp({ op, providers: [op.provider({ authorization, token })] })
    op.lies.discovery = 'down'
    const answers = await Promise.all(Array.from({ length: 20 }, () => open().signIn('op')))
    for (const answer of answers) expect(leadsTo(answer)).toContain(op.endpoints.authorize)
    expect(count(op, 'discovery')).toBe(1)
  })

  test('sends nobody away where it would have named the userinfo endpoint', async () => {
    const op = lyingProvider()
    const { authorize: authorization, token } = op.endpoints
    const { open } = makeApp({ op, providers: [op.provider({ authorization, token, idToken: false })] })
    op.lies.discovery = 'down'
    expect(leadsTo(await open().signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
  })

  test('between start and return ends on the error page, and the sign-in can be begun again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = makeApp()
    const visit = open()
    await visit.signIn('op')
    vi.setSystemTime(Date.now() + 55 * 60_000)
    const away = await visit.signIn('op')
    vi.setSystemTime(Date.now() + 6 * 60_000)
    op.lies.discovery = 'down'
    expect(leadsTo(await comeBack(visit, op, away))).toBe(`${origin}/auth/error?error=Configuration`)
    op.lies = {}
    expect(leadsTo(await roundTrip(visit, op))).toBe(origin)
  })
})
