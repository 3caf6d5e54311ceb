import { afterEach, describe, expect, test, vi } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('the keys of a provider', () => {
  test('are found by discovery', async () => {
    const { op, open } = makeApp()
    await roundTrip(open(), op)
    expect(op.asked()).toEqual(['discovery', 'token', 'jwks'])
  })

  test('may be named by `jwks_endpoint`', async () => {
    const op = lyingProvider()
    const { authorize, token, jwks } = op.endpoints
    const explicit = { authorization: authorize, token, jwks_endpoint: jwks }
    const { open, log } = makeApp({ op, providers: [op.provider(explicit)] })
    const visit = open()
    await roundTrip(visit, op)
    expect(op.asked()).toEqual(['token', 'jwks'])
    expect(log.warnings).toEqual([])
    expect(await visit.session()).not.toBeNull()
    await roundTrip(open(), op)
    expect(op.asked()).toEqual(['token', 'jwks', 'token'])
  })

  test('are fetched anew when the provider signs with one that is unknown', async () => {
    const { op, open } = makeApp()
    await roundTrip(open(), op)
    op.rotateKeys()
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
    expect(op.asked().filter(name => name === 'jwks')).toHaveLength(2)
  })

  test('that name nobody are tried once more, and then the token is refused', async () => {
    const { op, open } = makeApp()
    await roundTrip(open(), op)
    op.lies.signature = 'unknown-kid'
    const visit = open()
    expect(leadsTo(await roundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(await visit.session()).toBeNull()
    expect(op.asked().filter(name => name === 'jwks')).toHaveLength(2)
  })

  test('need no id where there is only one', async () => {
    const { op, open } = makeApp()
    op.lies.signature = 'no-kid'
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
  })

  test.each(['down', 'garbage', 'html', 'empty', 'status-500', 'redirect', 'huge', 'array'] as const)(
    'that cannot be had (%s) let nobody in',
    async lie => {
      const { op, open } = makeApp()
      op.lies.jwks = lie
      const visit = open()
      expect(leadsTo(await roundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.session()).toBeNull()
      op.lies = {}
      await roundTrip(visit, op)
      expect(await visit.session()).not.toBeNull()
    },
  )

  test('may be none at all, which lets nobody in', async () => {
    const { op, open } = makeApp()
    op.lies.jwks = () => ({ keys: [] })
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).toBeNull()
  })
})

describe('explicit endpoints and no keys to be had', () => {
  const explicit = (op = lyingProvider()) => {
    const { authorize, token } = op.endpoints
    op.lies.discovery = 'status-500'
    return makeApp({ op, providers: [op.provider({ authorization: authorize, token })] })
  }

  test('the direct connection counts, with a warning', async () => {
    const { op, open, log } = explicit()
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
    expect(log.warnings).toContain('id-token-unsigned')
  })

  test('claims are checked all the same', async () => {
    const { op, open } = explicit()
    op.lies.claims = { aud: 'somebody-else' }
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).toBeNull()
  })

  test('discovery is asked again soon, and its keys then count', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = explicit()
    await roundTrip(open(), op)
    delete op.lies.discovery
    op.lies.signature = 'foreign-key'
    vi.setSystemTime(Date.now() + 61_000)
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).toBeNull()
  })

  test('HS256 is verified with the client secret, for which nobody is asked', async () => {
    const { op, open, log } = explicit(lyingProvider({ alg: 'HS256' }))
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
    expect(log.warnings).not.toContain('id-token-unsigned')
    op.lies.signature = 'foreign-key'
    const stranger = open()
    await roundTrip(stranger, op)
    expect(await stranger.session()).toBeNull()
  })
})

describe('plain http', () => {
  const over = (issuer: string) => makeApp({ op: lyingProvider({ issuer }) })

  test('is refused, and the log names the variable that allows it', async () => {
    const { open, log, op } = over('http://op.example')
    expect(leadsTo(await open().signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP=true')
    expect(op.asked()).toEqual([])
  })

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    'is fine for %s',
    async issuer => {
      const { open, op } = over(issuer)
      const visit = open()
      await roundTrip(visit, op)
      expect(await visit.session()).not.toBeNull()
    },
  )

  test('is fine where the environment allows it', async () => {
    vi.stubEnv('AUTH_ALLOW_INSECURE_HTTP', 'true')
    const { open, op } = over('http://op.example')
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
  })

  test('is refused where the environment says `false`', async () => {
    vi.stubEnv('AUTH_ALLOW_INSECURE_HTTP', 'false')
    const { open } = over('http://op.example')
    expect(leadsTo(await open().signIn('op'))).toContain('error=OAuthSignin')
  })
})
