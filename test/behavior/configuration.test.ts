import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, credentials, secret } from '../support/app.js'
import { getConfigError } from '../support/config-error.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const op = createMaliciousProvider()
const { issuer: _, ...noIssuer } = op.provider()
const createFaultyConfig = (more: object): AuthConfig => ({ ...createTestApp({ op }).config, ...more })

const faults: [string, object, string, RegExp][] = [
  [
    'an untrusted host',
    { trustHost: undefined },
    'UntrustedHost',
    /AUTH_URL to the public URL.*AUTH_URL=http:\/\/localhost:3000.*AUTH_TRUST_HOST=true.*`trustHost: true`/s,
  ],
  ['trustHost: false', { trustHost: false }, 'UntrustedHost', /trustHost/],
  ['a negative number of proxies', { trustedProxies: -1 }, 'InvalidConfig', /`trustedProxies`.*-1/],
  ['half a proxy', { trustedProxies: 0.5 }, 'InvalidConfig', /`trustedProxies`.*0\.5/],
  ['a list of proxies', { trustedProxies: ['10.0.0.1'] }, 'InvalidConfig', /`trustedProxies`.*10\.0\.0\.1/],
  ['no secret', { secret: undefined }, 'MissingSecret', /`secret`.*AUTH_SECRET/s],
  ['an empty secret', { secret: '' }, 'MissingSecret', /secret/],
  ['an empty list of secrets', { secret: [] }, 'MissingSecret', /secret/],
  ['a list without a secret', { secret: ['', undefined] }, 'MissingSecret', /secret/],
  ['undefined providers', { providers: undefined }, 'InvalidConfig', /`providers`/],
  ['providers that are not an array', { providers: {} }, 'InvalidConfig', /`providers`/],
  ['an undefined provider', { providers: [undefined] }, 'InvalidConfig', /`providers`/],
  [
    'two providers with the same id',
    { providers: [credentials, credentials] },
    'InvalidConfig',
    /"credentials"/,
  ],
  ['a provider without an id', { providers: [{ ...credentials, id: undefined }] }, 'InvalidConfig', /`id`/],
  [
    'an id that is invalid in a URL',
    { providers: [{ ...credentials, id: 'my password' }] },
    'InvalidConfig',
    /"my password"/,
  ],
  [
    'the id "undefined"',
    { providers: [{ ...credentials, id: 'undefined' }] },
    'InvalidConfig',
    /"undefined"/,
  ],
  ['a base path that is not a string', { basePath: 5 }, 'InvalidConfig', /`basePath`/],
  [
    'an unknown provider type',
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
    'a missing endpoint',
    { providers: [op.plainProvider({ userinfo: undefined })] },
    'InvalidEndpoints',
    /"plain".*`userinfo`/,
  ],
  [
    'an endpoint that is not a URL',
    { providers: [op.plainProvider({ token: 'nowhere' })] },
    'InvalidEndpoints',
    /`token`/,
  ],
  [
    'an OpenID Connect provider without an issuer',
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
    'the database strategy without an adapter',
    { session: { strategy: 'database' } },
    'MissingAdapter',
    /`adapter`.*"jwt"/,
  ],
  [
    'an adapter without methods',
    { adapter: {} },
    'MissingAdapterMethods',
    /createSession.*getSessionAndUser.*updateSession.*deleteSession.*getUser.*createUser.*getUserByEmail.*getUserByAccount.*linkAccount/,
  ],
  [
    'an adapter without methods, with the jwt strategy',
    { adapter: {}, session: { strategy: 'jwt' } },
    'MissingAdapterMethods',
    /createUser.*getUser.*linkAccount/,
  ],
  ['session.maxAge: 0', { session: { maxAge: 0 } }, 'InvalidConfig', /`session.maxAge`/],
  ['session.maxAge: NaN', { session: { maxAge: Number.NaN } }, 'InvalidConfig', /`session.maxAge`/],
  ['session.maxAge as a string', { session: { maxAge: '3600' } }, 'InvalidConfig', /`session.maxAge`/],
  ['jwt.maxAge: -1', { jwt: { maxAge: -1 } }, 'InvalidConfig', /`jwt.maxAge`/],
  ['session.updateAge: -1', { session: { updateAge: -1 } }, 'InvalidConfig', /`session.updateAge`/],
  ['an empty jwt.secret', { jwt: { secret: '' } }, 'MissingSecret', /`jwt.secret`/],
  [
    'an invalid cookie name',
    { cookies: { sessionToken: { name: 'a b' } } },
    'InvalidConfig',
    /`cookies.sessionToken.name`/,
  ],
  [
    'a provider factory that requires options',
    {
      providers: [
        credentials,
        () => {
          throw new Error('Give a `server`.')
        },
      ],
    },
    'InvalidConfig',
    /`providers\[1\]`.*options/,
  ],
  [
    'credentials and the database strategy without an adapter',
    { providers: [credentials], session: { strategy: 'database' } },
    'MissingAdapter',
    /`adapter`.*"jwt"/,
  ],
  ['an unknown strategy', { session: { strategy: 'redis' } }, 'InvalidConfig', /`session.strategy`/],
  [
    'a redirect proxy that is not a URL',
    { redirectProxyUrl: 'proxy.example/auth' },
    'InvalidConfig',
    /`redirectProxyUrl`.*AUTH_REDIRECT_PROXY_URL.*"proxy.example\/auth"/,
  ],
  [
    'a redirect proxy of a provider that is not an http URL',
    { providers: [op.provider({ redirectProxyUrl: 'javascript:0' })] },
    'InvalidConfig',
    /`redirectProxyUrl`/,
  ],
  ...['https://Preview.Example.com', 'https://x.example:443', 'https://*', 'https://a.*.example'].map(
    (pattern): [string, object, string, RegExp] => [
      `the invalid pattern ${pattern}`,
      { redirectProxyOrigins: [pattern] },
      'InvalidConfig',
      /`redirectProxyOrigins`/,
    ],
  ),
  [
    'a cookie domain with a line break',
    { cookies: { csrfToken: { options: { domain: 'a\nb' } } } },
    'InvalidConfig',
    /`cookies.csrfToken.options`.*`domain`/,
  ],
  [
    'a URL with a path in redirectProxyOrigins',
    { redirectProxyOrigins: ['https://app.example/path'] },
    'InvalidConfig',
    /`redirectProxyOrigins`.*"https:\/\/app.example\/path"/,
  ],
]

describe('configuration checks', () => {
  describe('a configuration with', () => {
    test.each(faults)('%s is rejected, and the log names the option', async (_, more, type, message) => {
      const fault = await getConfigError(createFaultyConfig(more))
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
        'a userinfo endpoint with a `request` function',
        { providers: [op.plainProvider({ userinfo: { request: () => ({}) } })] },
      ],
      [
        'a discovery document and no issuer',
        { providers: [{ ...noIssuer, wellKnown: 'https://op.example/x' }] },
      ],
      ['an empty list of providers', { providers: [] }],
      [
        'credentials, an adapter and the database strategy',
        { providers: [credentials], adapter: MemoryAdapter(), session: { strategy: 'database' } },
      ],
      ['a provider factory that works without options', { providers: [() => credentials] }],
      ['credentials and an adapter', { providers: [credentials], adapter: MemoryAdapter() }],
      ['an adapter and the jwt strategy', { adapter: MemoryAdapter(), session: { strategy: 'jwt' } }],
      ['updateAge: 0', { session: { updateAge: 0 } }],
    ])('%s is valid', async (_, more) => {
      expect(await getConfigError(createFaultyConfig(more))).toMatchObject({ status: 200, message: '' })
    })
  })

  test('the first of several errors is reported, in this order', async () => {
    const everything = {
      trustHost: false,
      secret: '',
      session: { maxAge: -1, strategy: 'database' },
      providers: [
        { id: 'x', name: 'X', type: 'oauth' },
        { ...credentials, authorize: undefined },
      ],
    }
    const patched = [
      {},
      { trustHost: true },
      { secret },
      { session: { strategy: 'database' } },
      { providers: [{ ...credentials, authorize: undefined }] },
      { providers: [credentials] },
      { adapter: {} },
    ]
    const received: unknown[] = []
    let config: object = everything
    for (const mend of patched) {
      config = { ...config, ...mend }
      received.push((await getConfigError(config)).type)
    }
    expect(received).toEqual([
      'UntrustedHost',
      'MissingSecret',
      'InvalidConfig',
      'InvalidEndpoints',
      'MissingAuthorize',
      'MissingAdapter',
      'MissingAdapterMethods',
    ])
  })

  test('the first of several invalid providers is named', async () => {
    const mute = { ...credentials, authorize: undefined }
    const { message } = await getConfigError(
      createFaultyConfig({ providers: [credentials, { ...mute, id: 'b' }, { ...mute, id: 'c' }] }),
    )
    expect(message).toContain('"b"')
  })

  test('an invalid configuration does not affect the next one', async () => {
    for (const [name, more] of faults) {
      await getConfigError(createFaultyConfig(more))
      expect((await getConfigError(createFaultyConfig({}))).status, name).toBe(200)
    }
  })

  test('an invalid configuration is logged at each request until another configuration object is used', async () => {
    const { config, log, open } = createTestApp({ secret: undefined })
    await open().get('/auth/session')
    config.secret = secret
    expect((await open().get('/auth/session')).status).toBe(500)
    expect(log.types()).toEqual(['MissingSecret', 'MissingSecret'])
    expect(
      (
        await createTestApp({ ...config, op })
          .open()
          .get('/auth/session')
      ).status,
    ).toBe(200)
  })
})
