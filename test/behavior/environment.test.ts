import { Auth, type AuthConfig, customFetch, setEnvDefaults } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import Keycloak from 'latchkey/providers/keycloak'
import MicrosoftEntraID from 'latchkey/providers/microsoft-entra-id'
import Resend from 'latchkey/providers/resend'
import { describe, expect, test } from 'vitest'
import { credentials, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor } from '../support/visitor.js'

type Environment = Record<string, string | undefined>

/** A configuration after setEnvDefaults. */
function fillFromEnvironment(env: Environment, config: Partial<AuthConfig> = {}) {
  const warnings: string[] = []
  const whole: AuthConfig = { providers: [], logger: { warn: code => void warnings.push(code) }, ...config }
  setEnvDefaults(env, whole)
  return { ...whole, warnings }
}

describe('setEnvDefaults', () => {
  describe('the base path', () => {
    test.each([
      [undefined, '/auth'],
      ['', '/auth'],
      ['https://app.example', '/auth'],
      ['https://app.example/', '/auth'],
      ['https://app.example/api/auth', '/api/auth'],
      ['no url', '/auth'],
    ])('with AUTH_URL=%s is %s', (AUTH_URL, basePath) => {
      expect(fillFromEnvironment({ AUTH_URL }).basePath).toBe(basePath)
    })

    test('of the configuration takes precedence, with a warning if AUTH_URL is set too', () => {
      const config = { basePath: '/own' }
      expect(fillFromEnvironment({ AUTH_URL: 'https://app.example/api/auth' }, config)).toMatchObject({
        basePath: '/own',
        warnings: ['env-url-basepath-redundant'],
      })
      expect(fillFromEnvironment({}, config).warnings).toEqual([])
    })

    test('causes no warning if the caller suppresses it', () => {
      const warnings: string[] = []
      const config: AuthConfig = {
        providers: [],
        basePath: '/own',
        logger: { warn: code => void warnings.push(code) },
      }
      setEnvDefaults({ AUTH_URL: 'https://app.example/x' }, config, true)
      expect(warnings).toEqual([])
    })

    test('is read from NEXTAUTH_URL if AUTH_URL is not set', () => {
      expect(fillFromEnvironment({ NEXTAUTH_URL: 'https://app.example/api/auth' }).basePath).toBe('/api/auth')
      const both = { AUTH_URL: 'https://app.example/new', NEXTAUTH_URL: 'https://app.example/old' }
      expect(fillFromEnvironment(both).basePath).toBe('/new')
      expect(fillFromEnvironment({ ...both, AUTH_URL: '' }).basePath).toBe('/old')
    })
  })

  describe('the secret', () => {
    test('is AUTH_SECRET, preceded by the numbered secrets', () => {
      expect(fillFromEnvironment({ AUTH_SECRET: 'a' }).secret).toEqual(['a'])
      const all = { AUTH_SECRET: 'a', AUTH_SECRET_1: 'b', AUTH_SECRET_2: 'c', AUTH_SECRET_3: 'd' }
      expect(fillFromEnvironment(all).secret).toEqual(['d', 'c', 'b', 'a'])
      expect(fillFromEnvironment({ AUTH_SECRET: 'a', AUTH_SECRET_2: 'c' }).secret).toEqual(['c', 'a'])
    })

    test('can be NEXTAUTH_SECRET, combined with the numbered secrets', () => {
      expect(fillFromEnvironment({ NEXTAUTH_SECRET: 'old', AUTH_SECRET_1: 'new' }).secret).toEqual([
        'new',
        'old',
      ])
      expect(fillFromEnvironment({ NEXTAUTH_SECRET: 'old', AUTH_SECRET: 'new' }).secret).toEqual(['new'])
      expect(fillFromEnvironment({ NEXTAUTH_SECRET: 'old', AUTH_SECRET: '' }).secret).toEqual(['old'])
    })

    test('of the configuration takes precedence unless it is empty', () => {
      expect(fillFromEnvironment({ AUTH_SECRET: 'a' }, { secret: 'own' }).secret).toBe('own')
      expect(fillFromEnvironment({ AUTH_SECRET: 'a' }, { secret: '' }).secret).toEqual(['a'])
      expect(fillFromEnvironment({ AUTH_SECRET: 'a' }, { secret: [] }).secret).toEqual(['a'])
    })

    test('is an empty list if none is set', () => {
      expect(fillFromEnvironment({}).secret).toEqual([])
      expect(fillFromEnvironment({ AUTH_SECRET: '' }).secret).toEqual([])
    })
  })

  describe('trustHost', () => {
    const NODE_ENV = 'production'
    test.each<[Environment, boolean]>([
      [{}, false],
      [{ NODE_ENV: '' }, false],
      [{ NODE_ENV: 'staging' }, false],
      [{ NODE_ENV: 'test' }, true],
      [{ NODE_ENV: 'development' }, true],
      [{ NODE_ENV }, false],
      [{ NODE_ENV, AUTH_URL: 'https://app.example' }, true],
      [{ NODE_ENV, NEXTAUTH_URL: 'https://app.example' }, true],
      [{ NODE_ENV, AUTH_URL: 'https://app.example', AUTH_TRUST_HOST: 'false' }, false],
      [{ NODE_ENV, AUTH_URL: '' }, false],
      [{ NODE_ENV, AUTH_URL: '', VERCEL: '1' }, true],
      [{ NODE_ENV, AUTH_URL: '', AUTH_TRUST_HOST: 'true' }, true],
      [{ NODE_ENV, AUTH_TRUST_HOST: 'true' }, true],
      [{ NODE_ENV, AUTH_TRUST_HOST: '1' }, true],
      [{ NODE_ENV, AUTH_TRUST_HOST: 'false' }, false],
      [{ NODE_ENV, AUTH_TRUST_HOST: 'FALSE' }, false],
      [{ NODE_ENV, AUTH_TRUST_HOST: '0' }, false],
      [{ NODE_ENV, AUTH_TRUST_HOST: 'no' }, false],
      [{ NODE_ENV, AUTH_TRUST_HOST: '' }, false],
      [{ NODE_ENV: 'development', AUTH_TRUST_HOST: 'false' }, false],
      [{ NODE_ENV, VERCEL: '1' }, true],
      [{ NODE_ENV, CF_PAGES: '1' }, true],
      [{ NODE_ENV, VERCEL: '' }, false],
    ])('with %j is %s', (env, trusted) => {
      expect(fillFromEnvironment(env).trustHost).toBe(trusted)
    })

    test('of the configuration takes precedence', () => {
      expect(fillFromEnvironment({ AUTH_TRUST_HOST: 'true' }, { trustHost: false }).trustHost).toBe(false)
      expect(fillFromEnvironment({ AUTH_TRUST_HOST: 'false' }, { trustHost: true }).trustHost).toBe(true)
    })
  })

  describe('a provider', () => {
    const op = createMaliciousProvider()
    const { clientId: _, clientSecret: __, issuer: ___, ...bare } = op.provider({ id: 'my-op' })
    const env = {
      AUTH_MY_OP_ID: 'id',
      AUTH_MY_OP_SECRET: 'secret',
      AUTH_MY_OP_ISSUER: 'https://op.example',
      AUTH_MY_OP_KEY: 'key',
    }
    const values = { clientId: 'id', clientSecret: 'secret', issuer: 'https://op.example' }

    test('reads the environment variables named after its id', () => {
      expect(fillFromEnvironment(env, { providers: [bare] }).providers[0]).toMatchObject(values)
    })

    test('keeps its own values, including those in its options', () => {
      const own = { ...bare, clientId: 'own', options: { issuer: 'https://own.example' } }
      expect(fillFromEnvironment(env, { providers: [own] }).providers[0]).toMatchObject({
        clientId: 'own',
        clientSecret: 'secret',
        options: { issuer: 'https://own.example' },
      })
    })

    test('factory is called with the values from the environment', () => {
      const factory = (options: object) => ({ ...bare, options })
      expect(fillFromEnvironment(env, { providers: [factory] }).providers[0]).toMatchObject({
        options: values,
      })
    })

    test('with a custom id reads its own variables first and then those of its kind', () => {
      const two = [bare, { ...bare, options: { id: 'second' } }]
      const own = { ...env, AUTH_SECOND_ID: 'second id' }
      const [first, second] = fillFromEnvironment(own, { providers: two }).providers
      expect(first).toMatchObject({ clientId: 'id' })
      expect(second).toMatchObject({ clientId: 'second id', clientSecret: 'secret' })
    })

    test('factory that throws without options does not throw here', () => {
      const needy = (options: { apiKey?: string | undefined }) => {
        if (!options.apiKey) throw new Error('Give a key.')
        return { ...credentials, name: options.apiKey }
      }
      expect(() => fillFromEnvironment({}, { providers: [needy] })).not.toThrow()
    })

    test('factory receives no empty values, so its defaults apply', () => {
      const factory = ({ issuer = 'https://default.example' }) => ({ ...bare, issuer })
      const empty = { AUTH_MY_OP_ISSUER: '' }
      expect(fillFromEnvironment(empty, { providers: [factory] }).providers[0]).toMatchObject({
        issuer: 'https://default.example',
      })
    })

    test('of type email reads `apiKey`', () => {
      const mail = { id: 'my-op', name: 'Mail', type: 'email', sendVerificationRequest: () => {} } as const
      expect(fillFromEnvironment(env, { providers: [mail] }).providers[0]).toEqual({ ...mail, apiKey: 'key' })
      expect(
        fillFromEnvironment(env, { providers: [{ ...mail, apiKey: 'own' }] }).providers[0],
      ).toMatchObject({
        apiKey: 'own',
      })
    })

    test('of another type is unchanged', () => {
      expect(
        fillFromEnvironment({ AUTH_CREDENTIALS_ID: 'x' }, { providers: [credentials] }).providers[0],
      ).toEqual(credentials)
    })

    test('object is not modified', () => {
      const frozen = Object.freeze({ ...bare })
      fillFromEnvironment(env, { providers: [frozen] })
      expect(frozen).not.toHaveProperty('clientId')
    })
  })

  describe('the redirect proxy', () => {
    test('is AUTH_REDIRECT_PROXY_URL unless the configuration sets one', () => {
      const env = { AUTH_REDIRECT_PROXY_URL: 'https://proxy.example/auth' }
      expect(fillFromEnvironment(env).redirectProxyUrl).toBe('https://proxy.example/auth')
      const own = { redirectProxyUrl: 'https://own.example/auth' }
      expect(fillFromEnvironment(env, own).redirectProxyUrl).toBe('https://own.example/auth')
      expect(fillFromEnvironment({ AUTH_REDIRECT_PROXY_URL: '' }).redirectProxyUrl).toBeUndefined()
    })
  })

  test('a provider that is given as a function has the variables as members, as one that was called', () => {
    const env = {
      AUTH_GITHUB_ID: 'id',
      AUTH_GITHUB_SECRET: 'secret',
      AUTH_KEYCLOAK_ISSUER: 'https://sso.example/realms/acme',
      AUTH_RESEND_KEY: 'key',
    }
    expect(fillFromEnvironment(env, { providers: [GitHub, Keycloak, Resend] }).providers).toMatchObject([
      { id: 'github', clientId: 'id', clientSecret: 'secret', options: { clientId: 'id' } },
      { id: 'keycloak', issuer: 'https://sso.example/realms/acme' },
      { id: 'resend', apiKey: 'key' },
    ])
  })

  test('no other option is set', () => {
    const config: AuthConfig = { providers: [] }
    setEnvDefaults({ AUTH_SECRET: 'a', AUTH_URL: 'https://app.example/api/auth', AUTH_DEBUG: 'true' }, config)
    expect(config).toEqual({
      providers: [],
      basePath: '/api/auth',
      secret: ['a'],
      redirectProxyUrl: undefined,
      trustHost: true,
    })
  })

  test('an app with only a provider factory and environment variables works', async () => {
    const op = createMaliciousProvider()
    const factory = (options: object) => ({
      ...op.plainProvider({ clientId: undefined, clientSecret: undefined }),
      options,
    })
    const config: AuthConfig = { providers: [factory], logger: { warn: () => {} } }
    setEnvDefaults(
      {
        NODE_ENV: 'production',
        AUTH_URL: `${origin}/api/auth`,
        AUTH_SECRET: 'a secret of more than 32 characters!',
        AUTH_PLAIN_ID: op.clientId,
        AUTH_PLAIN_SECRET: op.clientSecret,
      },
      config,
    )
    const visit = createVisitor(request => Auth(request, config), origin, { basePath: '/api/auth' })
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).not.toBeNull()
  })
})

test.each([
  ['overrides the default of a factory', {}, 'https://login.microsoftonline.com/acme/v2.0'],
  ['is overridden by the app', { issuer: 'https://other.example' }, 'https://other.example'],
])('the issuer of the environment %s', async (_, options, issuer) => {
  const asked: string[] = []
  const network: typeof fetch = async url => {
    asked.push(String(url))
    return new Response(null, { status: 404 })
  }
  const provider = MicrosoftEntraID({ clientId: 'id', ...options, [customFetch]: network })
  const config = fillFromEnvironment(
    {
      AUTH_MICROSOFT_ENTRA_ID_ISSUER: 'https://login.microsoftonline.com/acme/v2.0',
      AUTH_SECRET: 'x'.repeat(40),
    },
    { providers: [provider], trustHost: true },
  )
  await createVisitor(request => Auth(request, config), origin).signIn('microsoft-entra-id')
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`])
})
