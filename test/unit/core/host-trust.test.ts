import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AuthConfig, createAuth, type Environment, type RequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { credentials } from '../../support/app.js'

interface TestRequest {
  readonly host?: string
  readonly address?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly isHostVerified?: boolean
}

function toHead({ host = 'localhost:3000', address = '127.0.0.1', headers = {}, ...rest }: TestRequest) {
  const all: Readonly<Record<string, string>> = { host, ...headers }
  const head: RequestHead = {
    method: 'GET',
    url: '/page',
    scheme: 'http',
    getClientAddress: () => address,
    getHeader: name => all[name],
    toHeaders: () => new Headers(all),
    ...rest,
  }
  return head
}

/** Returns the origin that is trusted, or the type of the error. */
async function readOrigin(
  request: TestRequest,
  environment: Environment = {},
  more: Partial<AuthConfig> = {},
): Promise<string | null> {
  const auth = createAuth(
    {
      providers: [credentials],
      secret: 'a secret of 32 characters, for tests',
      logger: { error: () => {}, warn: () => {} },
      ...more,
    },
    { getEnvironment: () => environment },
  )
  const head = toHead(request)
  try {
    await auth.getSession(head)
    return auth.resolveOrigin(head)
  } catch (error) {
    return (error as { type: string }).type
  }
}

describe('without a setting', () => {
  test.each<[TestRequest, string]>([
    [{}, 'http://localhost:3000'],
    [{ host: '127.0.0.1:3000' }, 'http://127.0.0.1:3000'],
    [{ host: '[::1]:3000', address: '::1' }, 'http://[::1]:3000'],
    [{ host: 'app.localhost', address: '::ffff:127.0.0.1' }, 'http://app.localhost'],
    [{ host: 'app.example', isHostVerified: true, address: null }, 'http://app.example'],
  ])('a request that proves its host is served: %j', async (request, origin) => {
    expect(await readOrigin(request)).toBe(origin)
  })

  test.each<TestRequest>([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example' },
    { address: '203.0.113.9' },
    { address: '10.0.0.7' },
    { address: '127.evil' },
    { address: '::ffff:203.0.113.9' },
    { address: null },
    ...[
      'forwarded',
      'via',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'cf-connecting-ip',
    ].map(name => ({ headers: { [name]: 'localhost' } })),
  ])('any other request is refused: %j', async request => {
    for (const environment of [{}, { NODE_ENV: '' }, { NODE_ENV: 'staging' }, { NODE_ENV: 'production' }])
      expect(await readOrigin(request, environment)).toBe('UntrustedHost')
  })

  test.each(['evil.example/localhost', ''])('a request with the host %j has no origin', async host => {
    expect(await readOrigin({ host })).toBeNull()
  })

  test('functions for administrators need no host', async () => {
    const config: AuthConfig = {
      providers: [credentials],
      secret: 'a secret of 32 characters, for tests',
      adapter: MemoryAdapter(),
      session: { strategy: 'jwt' },
      revocation: { maxStale: 0 },
      logger: { error: () => {}, warn: () => {} },
    }
    const { sessions } = createAuth(config, { getEnvironment: () => ({}) })
    expect(await sessions.listOfUser('ada')).toEqual([])
    await sessions.endAllOfUser('ada')
  })
})

describe('with a setting', () => {
  const forwarded = { headers: { 'x-forwarded-host': 'forwarded.example', 'x-forwarded-proto': 'https' } }
  const own = { host: 'app.example', ...forwarded }

  test.each<[string, TestRequest, Environment, Partial<AuthConfig>, string]>([
    ['development', own, { NODE_ENV: 'development' }, {}, 'https://forwarded.example'],
    ['a test', own, { NODE_ENV: 'test' }, {}, 'https://forwarded.example'],
    ['trustHost', own, {}, { trustHost: true }, 'https://forwarded.example'],
    ['AUTH_TRUST_HOST', own, { AUTH_TRUST_HOST: 'true' }, {}, 'https://forwarded.example'],
    ['Vercel, which writes the header itself', own, { VERCEL: '1' }, {}, 'https://forwarded.example'],
    ['Cloudflare Pages, which does not', own, { CF_PAGES: '1' }, {}, 'http://app.example'],
    ['Cloudflare and trustHost', own, { CF_PAGES: '1' }, { trustHost: true }, 'http://app.example'],
    [
      'Cloudflare and trustedProxies',
      own,
      { CF_PAGES: '1' },
      { trustHost: true, trustedProxies: 1 },
      'https://forwarded.example',
    ],
    [
      'a platform that names the host, and trustHost',
      { ...own, isHostVerified: true },
      {},
      { trustHost: true },
      'http://app.example',
    ],
    ['AUTH_URL', own, { AUTH_URL: 'https://site.example' }, {}, 'https://site.example'],
    ['trustHost: false on this machine', {}, {}, { trustHost: false }, 'UntrustedHost'],
    ['AUTH_TRUST_HOST=false on this machine', {}, { AUTH_TRUST_HOST: 'false' }, {}, 'UntrustedHost'],
    [
      'trustHost: false on a platform',
      { ...own, isHostVerified: true },
      {},
      { trustHost: false },
      'UntrustedHost',
    ],
  ])('%s decides', async (_, request, environment, config, expected) => {
    expect(await readOrigin(request, environment, config)).toBe(expected)
  })
})
