import type { AuthConfig } from 'latchkey'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ClientOptions, countAllowed, createThrottledApp, submitPassword } from './throttled-app.js'

/** Sends one wrong password per client, with a limit of one per client. Returns which were verified. */
async function tryClients(
  setup: Partial<AuthConfig>,
  clients: readonly ClientOptions[],
): Promise<{ allowed: number; warnings: string[] }> {
  const { open, log } = createThrottledApp({ ...setup, throttling: { source: { limit: 1 } } })
  const statuses = []
  for (const client of clients) {
    const response = await submitPassword(open(client), `user-${crypto.randomUUID()}@example.com`)
    statuses.push(response.status)
  }
  return { allowed: countAllowed(statuses), warnings: log.warnings }
}

const forward = (list: string, address = '10.0.0.1'): ClientOptions => ({
  address,
  headers: { 'x-forwarded-for': list },
})

describe('the address of the client behind proxies', () => {
  test('with `trustedProxies` it is the element that the outermost proxy appended', async () => {
    const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(client => forward(client))
    expect((await tryClients({ trustedProxies: 1 }, clients)).allowed).toBe(3)
    const twice = ['192.0.2.1, 10.0.0.2', '192.0.2.2, 10.0.0.2', '192.0.2.1, 10.0.0.3'].map(list =>
      forward(list),
    )
    expect((await tryClients({ trustedProxies: 2 }, twice)).allowed).toBe(2)
  })

  test('elements that a client wrote in front do not count', async () => {
    const clients = ['203.0.113.1', '203.0.113.2', '192.0.2.9, 203.0.113.3'].map(spoofed =>
      forward(`${spoofed}, 192.0.2.1`),
    )
    expect((await tryClients({ trustedProxies: 1 }, clients)).allowed).toBe(1)
  })

  test('with too few elements it is the first one, and the first request warns: the proxies do not append to the header', async () => {
    const clients = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(list => forward(list))
    expect(await tryClients({ trustedProxies: 2 }, clients)).toEqual({
      allowed: 2,
      warnings: ['forwarded-for-short'],
    })
  })

  test('with fewer proxies than the option says, the clients of the nearest one share ten times the limit', async () => {
    const clients = Array.from({ length: 60 }, (_, index) => forward(`203.0.113.${index}, 192.0.2.1`))
    const { allowed } = await tryClients({ trustedProxies: 2 }, clients)
    expect(allowed).toBeGreaterThanOrEqual(10)
    expect(allowed).toBeLessThan(40)
  })

  test.each(['unknown', '_hidden', '300.1.1.1', '1.2.3', '::ffff:1.2.3.4.5', 'localhost'])(
    'values that are no address, such as %s, are one client',
    async value => {
      const clients = Array.from({ length: 4 }, (_, index) => forward(`${value}${index || ''}`))
      expect((await tryClients({ trustedProxies: 1 }, clients)).allowed).toBe(1)
    },
  )

  test.each([
    ['without a header behind a proxy', { trustedProxies: 1 }, () => ({ address: '10.0.0.1' })],
    ['without an address', {}, () => ({})],
    ['without an address, with `trustedProxies: 0`', { trustedProxies: 0 }, () => ({})],
    ['with the header of an unknown proxy', {}, (index: number) => forward(`192.0.2.${index}`)],
    ['with an unknown address', {}, (index: number) => ({ address: `unknown ${index}` })],
  ])(
    '%s, all clients share ten times the limit, and the rest is allowed at random',
    async (_, setup, create) => {
      const { allowed } = await tryClients(
        setup,
        Array.from({ length: 60 }, (__, index) => create(index)),
      )
      expect(allowed).toBeGreaterThanOrEqual(10)
      expect(allowed).toBeLessThan(40)
    },
  )

  test.each([
    [1, '', ['forwarded-for-short']],
    [1, '192.0.2.1', []],
    [2, '203.0.113.1, 192.0.2.1', []],
    [3, '203.0.113.1, 192.0.2.1', ['forwarded-for-short']],
    [0, '', []],
    [undefined, '', []],
  ])(
    'with `trustedProxies: %s`, a request with "%s" warns %j before any sign-in',
    async (trustedProxies, list, expected) => {
      const { open, log } = createThrottledApp({ trustedProxies })
      const visit = open(list ? forward(list) : {})
      await visit.get('/auth/signin')
      await visit.get('/auth/signin')
      expect(log.warnings).toEqual(expected)
    },
  )

  test('with `trustedProxies: 0` the header is ignored', async () => {
    const clients = ['203.0.113.1', '203.0.113.2'].map(list => forward(list, '192.0.2.1'))
    expect(await tryClients({ trustedProxies: 0 }, clients)).toMatchObject({ allowed: 1, warnings: [] })
  })

  test('without the option, the address of an unknown proxy is not taken for that of all its clients', async () => {
    const clients = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(list => forward(list))
    const { allowed, warnings } = await tryClients({}, clients)
    expect(allowed).toBe(3)
    expect(warnings).toEqual(['throttling-without-source'])
  })

  test('without the option, an address that the framework read from the header counts', async () => {
    const clients = [forward('192.0.2.1', '192.0.2.1'), forward('192.0.2.1, 10.0.0.1', '192.0.2.1')]
    expect(await tryClients({}, clients)).toMatchObject({ allowed: 1, warnings: [] })
  })

  /** The headers that `next start` adds to a request that has none of them. */
  const fromNext = {
    host: 'app.example',
    'x-forwarded-host': 'app.example',
    'x-forwarded-port': '3000',
    'x-forwarded-proto': 'http',
  }

  test.each([
    ['Next for a local client', { ...fromNext, 'x-forwarded-for': '::1' }, []],
    ['Next for a local client of 127.0.0.1', { ...fromNext, 'x-forwarded-for': '127.0.0.1' }, []],
    ['Next for a client of IPv4', { ...fromNext, 'x-forwarded-for': '::ffff:192.0.2.1' }, []],
    ['Next behind a proxy', { ...fromNext, 'x-forwarded-for': '192.0.2.1' }, ['throttling-without-source']],
    [
      'Next behind a proxy that ends TLS',
      { ...fromNext, 'x-forwarded-for': '::1', 'x-forwarded-proto': 'https' },
      ['throttling-without-source'],
    ],
    ['a proxy', { 'x-forwarded-for': '192.0.2.1' }, ['throttling-without-source']],
    ['two proxies', { ...fromNext, 'x-forwarded-for': '192.0.2.1, ::1' }, ['throttling-without-source']],
    ['a local proxy', { 'x-forwarded-for': '::1' }, ['throttling-without-source']],
  ])('without the option, a header of %s warns of a proxy, or not', async (_, headers, expected) => {
    const { warnings } = await tryClients({}, [{ headers }])
    expect(warnings).toEqual(expected)
  })

  test('in production, a header that only Next wrote warns that the address is unknown', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    const client = { headers: { ...fromNext, 'x-forwarded-for': '::ffff:192.0.2.1' } }
    expect((await tryClients({}, [client])).warnings).toEqual(['throttling-without-address'])
    const behindProxy = { headers: { ...fromNext, 'x-forwarded-for': '192.0.2.1' } }
    expect((await tryClients({}, [behindProxy])).warnings).toEqual(['throttling-without-source'])
  })
})
