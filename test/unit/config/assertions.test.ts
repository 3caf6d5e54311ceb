import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { credentials, makeApp, origin, secret } from '../../support/app.js'
import { lyingProvider } from '../../support/lying-provider.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

const op = lyingProvider()
const { issuer: _, ...noIssuer } = op.provider()
const faulty = (more: object): AuthConfig => ({ ...makeApp({ op }).config, ...more })

/** What the log says about a configuration, and how requests are answered meanwhile. */
async function faultOf(config: object) {
  const errors: { type?: string; message: string }[] = []
  const logger = { error: (error: Error) => void errors.push(error), warn: () => {} }
  const answer = await Auth(new Request(`${origin}/auth/session`), { ...config, logger } as AuthConfig)
  return {
    status: answer.status,
    body: await answer.text(),
    type: errors[0]?.type,
    message: errors[0]?.message ?? '',
  }
}

const faults: [string, object, string, RegExp][] = [
  [
    'no trust in the host',
    { trustHost: undefined },
    'UntrustedHost',
    /`trustHost: true`.*AUTH_TRUST_HOST.*AUTH_URL/s,
  ],
  ['trustHost: false', { trustHost: false }, 'UntrustedHost', /trustHost/],
  ['no secret', { secret: undefined }, 'MissingSecret', /`secret`.*AUTH_SECRET/s],
  ['an empty secret', { secret: '' }, 'MissingSecret', /secret/],
  ['an empty list of secrets', { secret: [] }, 'MissingSecret', /secret/],
  ['a list of nothing', { secret: ['', undefined] }, 'MissingSecret', /secret/],
  ['no providers', { providers: undefined }, 'InvalidConfig', /`providers`/],
  ['providers that are no list', { providers: {} }, 'InvalidConfig', /`providers`/],
  ['a provider that is none', { providers: [undefined] }, 'InvalidConfig', /`providers`/],
  ['two providers with one id', { providers: [credentials, credentials] }, 'InvalidConfig', /"credentials"/],
  ['a provider without an id', { providers: [{ ...credentials, id: undefined }] }, 'InvalidConfig', /`id`/],
  [
    'a type that is not there',
    { providers: [{ id: 'x', name: 'X', type: 'saml' }] },
    'InvalidProvider',
    /"saml"/,
  ],
  [
    'no endpoints',
    { providers: [{ id: 'x', name: 'X', type: 'oauth' }] },
    'InvalidEndpoints',
    /`issuer`.*`authorization`.*`token`.*`userinfo`/,
  ],
  [
    'one endpoint missing',
    { providers: [op.plainProvider({ userinfo: undefined })] },
    'InvalidEndpoints',
    /"plain".*`userinfo`/,
  ],
  [
    'an endpoint that is no URL',
    { providers: [op.plainProvider({ token: 'nowhere' })] },
    'InvalidEndpoints',
    /`token`/,
  ],
  [
    'an OpenID provider without an issuer, whose ID tokens nobody could check',
    { providers: [{ ...noIssuer, authorization: op.endpoints.authorize, token: op.endpoints.token }] },
    'InvalidEndpoints',
    /`issuer`/,
  ],
  [
    'no `authorize`',
    { providers: [{ ...credentials, authorize: undefined }] },
    'MissingAuthorize',
    /`authorize`/,
  ],
  [
    'a database strategy without a store',
    { session: { strategy: 'database' } },
    'MissingAdapter',
    /`adapter`.*"jwt"/,
  ],
  [
    'a store without methods',
    { adapter: {} },
    'MissingAdapterMethods',
    /createSession.*getSessionAndUser.*updateSession.*deleteSession.*getUser.*createUser.*getUserByEmail.*getUserByAccount.*linkAccount/,
  ],
  [
    'a store without methods, with tokens for sessions',
    { adapter: {}, session: { strategy: 'jwt' } },
    'MissingAdapterMethods',
    /createUser.*getUser.*linkAccount/,
  ],
  ['session.maxAge: 0', { session: { maxAge: 0 } }, 'InvalidConfig', /`session.maxAge`/],
  ['session.maxAge: NaN', { session: { maxAge: Number.NaN } }, 'InvalidConfig', /`session.maxAge`/],
  ['session.maxAge as text', { session: { maxAge: '3600' } }, 'InvalidConfig', /`session.maxAge`/],
  ['jwt.maxAge: -1', { jwt: { maxAge: -1 } }, 'InvalidConfig', /`jwt.maxAge`/],
  ['session.updateAge: -1', { session: { updateAge: -1 } }, 'InvalidConfig', /`session.updateAge`/],
  ['an unknown strategy', { session: { strategy: 'redis' } }, 'InvalidConfig', /`session.strategy`/],
  [
    'a redirect proxy',
    { redirectProxyUrl: 'https://proxy.example/auth' },
    'InvalidConfig',
    /`redirectProxyUrl`/,
  ],
]

describe('a configuration with', () => {
  test.each(faults)('%s is refused, and the log names the option', async (_, more, type, message) => {
    const fault = await faultOf(faulty(more))
    expect({ status: fault.status, body: fault.body }).toEqual({ status: 500, body: 'null' })
    expect(fault.type).toBe(type)
    expect(fault.message).toMatch(message)
  })

  test.each([
    [
      'an endpoint in its options',
      {
        providers: [
          { ...op.plainProvider({ userinfo: undefined }), options: { userinfo: op.endpoints.userinfo } },
        ],
      },
    ],
    [
      'a userinfo request of its own',
      { providers: [op.plainProvider({ userinfo: { request: () => ({}) } })] },
    ],
    [
      'a discovery document and no issuer',
      { providers: [{ ...noIssuer, wellKnown: 'https://op.example/x' }] },
    ],
    ['no providers yet', { providers: [] }],
    ['credentials and a store', { providers: [credentials], adapter: MemoryAdapter() }],
    ['a store and tokens for sessions', { adapter: MemoryAdapter(), session: { strategy: 'jwt' } }],
    ['updateAge: 0', { session: { updateAge: 0 } }],
  ])('%s is fine', async (_, more) => {
    expect(await faultOf(faulty(more))).toMatchObject({ status: 200, message: '' })
  })
})

test('of several faults the first in this order is told', async () => {
  const everything = {
    trustHost: false,
    secret: '',
    session: { maxAge: -1, strategy: 'database' },
    providers: [
      { id: 'x', name: 'X', type: 'oauth' },
      { ...credentials, authorize: undefined },
    ],
  }
  const mended = [
    {},
    { trustHost: true },
    { secret },
    { session: { strategy: 'database' } },
    { providers: [{ ...credentials, authorize: undefined }] },
    { providers: [credentials] },
  ]
  const told: unknown[] = []
  let config: object = everything
  for (const mend of mended) {
    config = { ...config, ...mend }
    told.push((await faultOf(config)).type)
  }
  expect(told).toEqual([
    'UntrustedHost',
    'MissingSecret',
    'InvalidConfig',
    'InvalidEndpoints',
    'MissingAuthorize',
    'MissingAdapter',
  ])
})

describe('without a secret', () => {
  test('in development the message has a line to paste, a new one for each configuration', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const lines = []
    for (let run = 0; run < 2; run++) {
      const { message } = await faultOf(faulty({ secret: undefined }))
      lines.push(/^AUTH_SECRET="?[\w+/=-]{43,}"?$/m.exec(message)?.[0])
    }
    expect(lines[0]).toBeDefined()
    expect(new Set(lines).size).toBe(2)
  })

  test('the line works when it is pasted', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { message } = await faultOf(faulty({ secret: undefined }))
    const [, pasted = ''] = /^AUTH_SECRET="?([^"\n]+)"?$/m.exec(message) ?? []
    expect(await faultOf(faulty({ secret: pasted }))).toMatchObject({ status: 200 })
  })

  test('in production there is none: a secret does not belong into a log', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { type, message } = await faultOf(faulty({ secret: undefined }))
    expect(type).toBe('MissingSecret')
    expect(message).not.toContain('AUTH_SECRET=')
  })
})
