import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { customFetch } from 'latchkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`
const deadlines: number[] = []

/** Seconds pass twenty times as fast. */
beforeEach(() => {
  deadlines.length = 0
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
    deadlines.push(milliseconds)
    return timeout(milliseconds / 20)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a provider that does not answer', () => {
  test('at discovery leads back to the sign-in page, and the next try works', async () => {
    const { op, open } = createTestApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    op.lies.discovery = 'slow'
    const visit = open()
    expect(getLocation(await visit.signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    op.lies = {}
    expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
  })

  test.each(['token', 'userinfo', 'jwks'] as const)(
    'at %s ends on the error page, and the next try works',
    async endpoint => {
      const op = createMaliciousProvider({ alg: 'ES256' })
      const { open, log } = createTestApp({
        op,
        providers: [op.provider({ idToken: endpoint !== 'userinfo' })],
      })
      op.lies[endpoint] = 'slow'
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
      expect(log.types()).toEqual(['CallbackRouteError'])
      expect(await visit.getSession()).toBeNull()
      op.lies = {}
      expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
    },
  )

  test('has ten seconds for each answer', async () => {
    const op = createMaliciousProvider({ alg: 'ES256' })
    const { open } = createTestApp({ op, providers: [op.provider({ idToken: false })] })
    await runRoundTrip(open(), op)
    expect(op.listRequestedEndpoints()).toHaveLength(4)
    expect(deadlines).toEqual([10_000, 10_000, 10_000, 10_000])
  })

  test('holds up nobody who is signed in', async () => {
    const { op, open } = createTestApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    const visit = open()
    await runRoundTrip(visit, op)
    op.lies = { token: 'slow', userinfo: 'slow', jwks: 'slow', discovery: 'slow' }
    const begun = performance.now()
    expect(await visit.getSession()).not.toBeNull()
    expect(performance.now() - begun).toBeLessThan(50)
  })

  test('does not hold up twenty who wait for it longer than one', async () => {
    const { op, open } = createTestApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    op.lies.discovery = 'slow'
    const begun = performance.now()
    await Promise.all(Array.from({ length: 20 }, () => open().signIn('op')))
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})

describe('a connection that', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** A server that does one thing with the first request of each connection; `closed` counts those that ended. */
  const listen = async (onRequest: (socket: Socket) => void) => {
    const seen = { asked: 0, closed: 0 }
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => {
        seen.asked += 1
        socket.once('close', () => {
          seen.closed += 1
        })
        onRequest(socket)
      })
    })
    servers.push(server.listen(0, 'localhost'))
    await once(server, 'listening')
    return { server, seen, port: (server.address() as AddressInfo).port }
  }

  /** Where a sign-in ends whose token endpoint is that server. */
  async function signInThrough(port: number) {
    const op = createMaliciousProvider({ alg: 'ES256' })
    const token = `http://localhost:${port}/token`
    const either: typeof fetch = (input, init) =>
      String(input).startsWith(op.issuer) ? op.fetch(input, init) : fetch(input, init)
    const { open } = createTestApp({ op, providers: [op.plainProvider({ token, [customFetch]: either })] })
    const visit = open()
    return getLocation(await runRoundTrip(visit, op, { provider: 'plain' }))
  }

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
  const ways: Record<string, (socket: Socket) => void> = {
    'is reset at once': socket => socket.resetAndDestroy(),
    'is accepted and never answered': () => {},
    'answers with nonsense': socket => socket.end('nonsense\r\n\r\n'),
    'ends in the middle of the headers': socket => socket.end(head),
    'ends in the middle of the answer': socket => socket.end(`${head}content-length: 100\r\n\r\n{"access_`),
    'stops in the middle of the answer': socket =>
      socket.write(`${head}content-length: 100\r\n\r\n{"access_`),
    'drips for ever': socket => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
      const timer = setInterval(() => socket.write('1\r\n \r\n'), 5)
      socket.once('close', () => clearInterval(timer))
    },
    'grows to a gigabyte when it is unpacked': socket => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
      socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    },
  }

  test.each(Object.keys(ways))('%s ends on the error page, and is closed', async name => {
    const { seen, port } = await listen(socket => ways[name]?.(socket))
    expect(await signInThrough(port)).toBe(configuration)
    await vi.waitFor(() => expect(seen).toEqual({ asked: 1, closed: 1 }))
  })

  test('is refused ends on the error page', async () => {
    const { server, port } = await listen(() => {})
    server.close()
    expect(await signInThrough(port)).toBe(configuration)
  })
})

test('a `customFetch` that forgets the deadline does not hold the visitor for ever', async () => {
  const op = createMaliciousProvider({ alg: 'ES256' })
  const createHangingFetch: typeof fetch = () => new Promise(() => {})
  const { open } = createTestApp({ op, providers: [op.provider({ [customFetch]: createHangingFetch })] })
  const waited = new Promise<null>(resolve => setTimeout(() => resolve(null), 1_000))
  const answer = await Promise.race([open().signIn('op'), waited])
  expect(answer && getLocation(answer)).toBe(`${origin}/auth/signin?error=OAuthSignin`)
})
