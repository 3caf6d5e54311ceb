import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, createServer as createPlainServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { comeBack, leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`
const deadlines: number[] = []

/** Seconds pass as hundredths of a second. */
beforeEach(() => {
  deadlines.length = 0
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
    deadlines.push(milliseconds)
    return timeout(milliseconds / 100)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a provider that does not answer', () => {
  test('at discovery leads back to the sign-in page, and the next try works', async () => {
    const { op, open } = makeApp()
    op.lies.discovery = 'slow'
    const visit = open()
    expect(leadsTo(await visit.signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    op.lies = {}
    expect(leadsTo(await roundTrip(visit, op))).toBe(origin)
  })

  test.each(['token', 'userinfo', 'jwks'] as const)(
    'at %s ends on the error page, and the next try works',
    async endpoint => {
      const op = lyingProvider()
      const { open, log } = makeApp({ op, providers: [op.provider({ idToken: endpoint !== 'userinfo' })] })
      op.lies[endpoint] = 'slow'
      const visit = open()
      expect(leadsTo(await roundTrip(visit, op))).toBe(configuration)
      expect(log.types()).toEqual(['CallbackRouteError'])
      expect(await visit.session()).toBeNull()
      op.lies = {}
      expect(leadsTo(await roundTrip(visit, op))).toBe(origin)
    },
  )

  test('has ten seconds for each answer', async () => {
    const op = lyingProvider()
    const { open } = makeApp({ op, providers: [op.provider({ idToken: false })] })
    await roundTrip(open(), op)
    expect(op.asked()).toHaveLength(4)
    expect(deadlines).toEqual([10_000, 10_000, 10_000, 10_000])
  })

  test('holds up nobody who is signed in', async () => {
    const { op, open } = makeApp()
    const visit = open()
    await roundTrip(visit, op)
    op.lies = { token: 'slow', userinfo: 'slow', jwks: 'slow', discovery: 'slow' }
    const begun = performance.now()
    expect(await visit.session()).not.toBeNull()
    expect(performance.now() - begun).toBeLessThan(50)
  })

  test('does not hold up twenty who wait for it longer than one', async () => {
    const { op, open } = makeApp()
    op.lies.discovery = 'slow'
    const begun = performance.now()
    await Promise.all(Array.from({ length: 20 }, () => open().signIn('op')))
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})

describe('a server on the other end of a real connection', () => {
  const servers: { close(): unknown }[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  const listen = async (server: Server | ReturnType<typeof createPlainServer>) => {
    servers.push(server)
    server.listen(0, 'localhost')
    await once(server, 'listening')
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }

  /** Where a sign-in ends whose token endpoint is at `address`. */
  async function signInThrough(token: string) {
    const op = lyingProvider()
    const provider = op.plainProvider({ token })
    const { open } = makeApp({ op, providers: [{ ...provider, [Symbol.for('none')]: 0 }] })
    const global: typeof fetch = fetch
    Object.assign(provider, {})
    const visit = open()
    expect(global).toBeDefined()
    const away = await visit.signIn('plain')
    return { visit, op, back: await comeBack(visit, op, away) }
  }

  test('is tested below', () => expect(signInThrough).toBeDefined())
  test('listens', async () => expect(await listen(createServer())).toContain('localhost'))
})
