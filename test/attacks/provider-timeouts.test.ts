import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { customFetch } from 'latchkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`
const timeouts: number[] = []

/** Timeouts of ten seconds elapse 20 times as fast. */
beforeEach(() => {
  timeouts.length = 0
  const startTimer = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, milliseconds = 0, ...args) => {
    if (milliseconds < 10_000) return startTimer(run, milliseconds, ...args)
    timeouts.push(milliseconds)
    return startTimer(run, milliseconds / 20, ...args)
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a provider that does not respond', () => {
  test('at discovery redirects to the sign-in page, and a sign-in six seconds later works', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { op, open } = createTestApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    op.lies.discovery = 'slow'
    const visit = open()
    expect(getLocation(await visit.signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    op.lies = {}
    vi.setSystemTime(Date.now() + 6_000)
    expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
  })

  test.each(['token', 'userinfo', 'jwks'] as const)(
    'at %s redirects to the error page, and the next sign-in works',
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

  test('has a timeout of ten seconds per request', async () => {
    const op = createMaliciousProvider({ alg: 'ES256' })
    const { open } = createTestApp({ op, providers: [op.provider({ idToken: false })] })
    await runRoundTrip(open(), op)
    expect(op.listRequestedEndpoints()).toHaveLength(4)
    expect(timeouts).toEqual([10_000, 10_000, 10_000, 10_000])
  })

  test('keeps no timer after the response', async () => {
    vi.restoreAllMocks()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const op = createMaliciousProvider({ alg: 'ES256' })
    const { open } = createTestApp({ op, providers: [op.provider({ idToken: false })] })
    await runRoundTrip(open(), op)
    expect(op.listRequestedEndpoints()).toHaveLength(4)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not delay signed-in users', async () => {
    const { op, open } = createTestApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    const visit = open()
    await runRoundTrip(visit, op)
    op.lies = { token: 'slow', userinfo: 'slow', jwks: 'slow', discovery: 'slow' }
    const before = op.listRequestedEndpoints().length
    expect(await visit.getSession()).not.toBeNull()
    expect(op.listRequestedEndpoints()).toHaveLength(before)
  })

  test('does not delay 20 concurrent sign-ins longer than one', async () => {
    const { op, open } = createTestApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    op.lies.discovery = 'slow'
    await Promise.all(Array.from({ length: 20 }, () => open().signIn('op')))
    // All of them wait for one request.
    expect(op.listRequestedEndpoints().filter(name => name === 'discovery')).toHaveLength(1)
  })
})

describe('a connection that', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** A server that handles the first request of each connection; `closed` counts the closed connections. */
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

  /** The redirect of a sign-in with this token endpoint. */
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
  const faults: Record<string, (socket: Socket) => void> = {
    'is reset': socket => socket.resetAndDestroy(),
    'is accepted without a response': () => {},
    'has an invalid response': socket => socket.end('nonsense\r\n\r\n'),
    'ends within the headers': socket => socket.end(head),
    'ends within the body': socket => socket.end(`${head}content-length: 100\r\n\r\n{"access_`),
    'redirects and stalls': socket =>
      socket.write(
        'HTTP/1.1 302 Found\r\nlocation: https://elsewhere.example\r\ncontent-length: 100\r\n\r\n{',
      ),
    'stalls within the body': socket => socket.write(`${head}content-length: 100\r\n\r\n{"access_`),
    'sends an endless slow body': socket => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
      const timer = setInterval(() => socket.write('1\r\n \r\n'), 5)
      socket.once('close', () => clearInterval(timer))
    },
    'sends a decompression bomb': socket => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
      socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    },
  }

  test.each(Object.keys(faults))('%s redirects to the error page and is closed', async name => {
    const { seen, port } = await listen(socket => faults[name]?.(socket))
    expect(await signInThrough(port)).toBe(configuration)
    await vi.waitFor(() => expect(seen).toEqual({ asked: 1, closed: 1 }), { timeout: 30_000 })
  })

  test('is refused redirects to the error page', async () => {
    const { server, port } = await listen(() => {})
    server.close()
    expect(await signInThrough(port)).toBe(configuration)
  })
})

test('a `customFetch` that ignores the signal times out', async () => {
  const op = createMaliciousProvider({ alg: 'ES256' })
  const createHangingFetch: typeof fetch = () => new Promise(() => {})
  const { open } = createTestApp({ op, providers: [op.provider({ [customFetch]: createHangingFetch })] })
  const waited = new Promise<null>(resolve => setTimeout(() => resolve(null), 1_000))
  const answer = await Promise.race([open().signIn('op'), waited])
  expect(answer && getLocation(answer)).toBe(`${origin}/auth/signin?error=OAuthSignin`)
})
