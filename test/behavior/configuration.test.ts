import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { credentials, makeApp, secret } from '../support/app.js'
import { faultOf } from '../support/fault-of.js'
import { lyingProvider } from '../support/lying-provider.js'

const op = lyingProvider()
const { issuer: _, ...noIssuer } = op.provider()
const faulty = (more: object): AuthConfig => ({ ...makeApp({ op }).config, ...more })

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
    'an id that cannot stand in an address',
    { providers: [{ ...credentials, id: 'my password' }] },
    'InvalidConfig',
    /"my password"/,
  ],
  [
    'an id that means none',
    { providers: [{ ...credentials, id: 'undefined' }] },
    'InvalidConfig',
    /"undefined"/,
  ],
  ['a base path that is none', { basePath: 5 }, 'InvalidConfig', /`basePath`/],
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
  ['an empty secret for tokens', { jwt: { secret: '' } }, 'MissingSecret', /`jwt.secret`/],
  [
    'a cookie name that no header can hold',
    { cookies: { sessionToken: { name: 'a b' } } },
    'InvalidConfig',
    /`cookies.sessionToken.name`/,
  ],
  [
    'a factory that cannot do without settings',
    {
      providers: [
        credentials,
        () => {
          throw new Error('Give a `server`.')
        },
      ],
    },
    'InvalidConfig',
    /`providers\[1\]`.*settings/,
  ],
  [
    'credentials and a database strategy without a store',
    { providers: [credentials], session: { strategy: 'database' } },
    'MissingAdapter',
    /`adapter`.*"jwt"/,
  ],
  ['an unknown strategy', { session: { strategy: 'redis' } }, 'InvalidConfig', /`session.strategy`/],
  [
    'a redirect proxy that is no address',
    { redirectProxyUrl: 'proxy.example/auth' },
    'InvalidConfig',
    /`redirectProxyUrl`.*AUTH_REDIRECT_PROXY_URL.*"proxy.example\/auth"/,
  ],
  [
    'such a redirect proxy of one provider',
    { providers: [op.provider({ redirectProxyUrl: 'javascript:0' })] },
    'InvalidConfig',
    /`redirectProxyUrl`/,
  ],
  ...['https://Preview.Example.com', 'https://x.example:443', 'https://*', 'https://a.*.example'].map(
    (pattern): [string, object, string, RegExp] => [
      `${pattern}, which no origin is`,
      { redirectProxyOrigins: [pattern] },
      'InvalidConfig',
      /`redirectProxyOrigins`/,
    ],
  ),
  [
    'a cookie domain that would break out of its header',
    { cookies: { csrfToken: { options: { domain: 'a\nb' } } } },
    'InvalidConfig',
    /`cookies.csrfToken.options`.*`domain`/,
  ],
  [
    'an address where a redirect proxy wants origins',
    { redirectProxyOrigins: ['https://app.example/path'] },
    'InvalidConfig',
    /`redirectProxyOrigins`.*"https:\/\/app.example\/path"/,
  ],
]

describe('Behaviour section 16.4: errors, configuration assertion', () => {
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
      [
        'credentials, a store and the database strategy',
        { providers: [credentials], adapter: MemoryAdapter(), session: { strategy: 'database' } },
      ],
      ['a factory that can do without settings', { providers: [() => credentials] }],
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
      { adapter: {} },
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
      'MissingAdapterMethods',
    ])
  })

  test('of several providers the first faulty one is named', async () => {
    const mute = { ...credentials, authorize: undefined }
    const { message } = await faultOf(
      faulty({ providers: [credentials, { ...mute, id: 'b' }, { ...mute, id: 'c' }] }),
    )
    expect(message).toContain('"b"')
  })

  test('no fault leaves anything behind for the next configuration', async () => {
    for (const [name, more] of faults) {
      await faultOf(faulty(more))
      expect((await faultOf(faulty({}))).status, name).toBe(200)
    }
  })

  test('a fault is logged at each request, and nothing is done about it until the configuration is another', async () => {
    const { config, log, open } = makeApp({ secret: undefined })
    await open().get('/auth/session')
    config.secret = secret
    expect((await open().get('/auth/session')).status).toBe(500)
    expect(log.types()).toEqual(['MissingSecret', 'MissingSecret'])
    expect(
      (
        await makeApp({ ...config, op })
          .open()
          .get('/auth/session')
      ).status,
    ).toBe(200)
  })
})
