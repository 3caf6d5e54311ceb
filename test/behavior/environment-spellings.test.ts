import { type AuthConfig, createActionURL, setEnvDefaults } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import Okta from 'latchkey/providers/okta'
import Resend from 'latchkey/providers/resend'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const production = { NODE_ENV: 'production' }

function fill(env: Record<string, string>, more: Partial<AuthConfig> = {}) {
  const warnings: string[] = []
  const messages: string[] = []
  const logger = {
    warn: (code: string, message?: string) => {
      warnings.push(code)
      messages.push(message ?? '')
    },
  }
  const config: AuthConfig = { providers: [], logger, ...more }
  setEnvDefaults({ ...production, ...env }, config)
  return { config, warnings, messages }
}

/** Spellings that Docker's `--env-file`, secret stores and copied lines produce. */
const wrappers: Readonly<Record<string, (value: string) => string>> = {
  'double quotes': value => `"${value}"`,
  'single quotes': value => `'${value}'`,
  backticks: value => `\`${value}\``,
  'a blank before': value => ` ${value}`,
  'a blank after': value => `${value} `,
  'a line break after': value => `${value}\n`,
  'a Windows line break after': value => `${value}\r\n`,
  'a tab before': value => `\t${value}`,
  'a byte order mark': value => `\uFEFF${value}`,
  'quotes and a line break': value => `"${value}"\n`,
  'blanks within quotes': value => `" ${value} "`,
}

describe('a boolean variable', () => {
  const truths = ['true', 'TRUE', 'True', '1', 'yes', 'on']
  const falsehoods = ['false', 'FALSE', '0', 'no', 'off']
  const neither = [
    'n',
    'y',
    'f',
    't',
    'never',
    'none',
    'null',
    'undefined',
    'disabled',
    'enabled',
    '-',
    '2',
    '00',
    'truthy',
    '$X',
    'tru e',
    '"true',
    'true,false',
  ]

  describe.each(['plain', ...Object.keys(wrappers)])('%s', wrapper => {
    const wrap = wrappers[wrapper] ?? ((value: string) => value)

    test.each(truths)('%s trusts the host', value => {
      const { config, warnings } = fill({ AUTH_TRUST_HOST: wrap(value) })
      expect(config.trustHost).toBe(true)
      expect(warnings).toEqual([])
    })

    test.each(falsehoods)('%s does not trust the host, whatever else is set', value => {
      const { config, warnings } = fill({ AUTH_TRUST_HOST: wrap(value), AUTH_URL: origin, VERCEL: '1' })
      expect(config.trustHost).toBe(false)
      expect(warnings).toEqual([])
    })

    test.each(neither)('%s does not trust the host, with a warning', value => {
      const { config, warnings, messages } = fill({ AUTH_TRUST_HOST: wrap(value), VERCEL: '1' })
      expect(config.trustHost).toBe(false)
      expect(warnings).toEqual(['env-boolean-invalid'])
      expect(messages[0]).toContain('AUTH_TRUST_HOST is ')
      expect(messages[0]).toContain('Set it to true or false.')
    })
  })

  test.each(['', '""', "''", ' ', '" "', '\n'])('%j is absent', value => {
    expect(fill({ AUTH_TRUST_HOST: value }).config.trustHost).toBe(false)
    const { config, warnings } = fill({ AUTH_TRUST_HOST: value, VERCEL: '1' })
    expect(config.trustHost).toBe(true)
    expect(warnings).toEqual([])
  })

  test.each(['"false"', 'never', 'null'])('%s ignores forwarded headers', value => {
    const headers = new Headers({ host: 'app.example', 'x-forwarded-host': 'evil.example' })
    const url = createActionURL(
      'session',
      'https',
      headers,
      { AUTH_TRUST_HOST: value },
      { basePath: '/auth' },
    )
    expect(url.href).toBe('https://app.example/auth/session')
  })

  test('AUTH_ALLOW_INSECURE_HTTP that is neither true nor false is named', () => {
    const { warnings, messages } = fill({ AUTH_ALLOW_INSECURE_HTTP: 'never' })
    expect(warnings).toEqual(['env-boolean-invalid'])
    expect(messages[0]).toContain('AUTH_ALLOW_INSECURE_HTTP is "never"')
  })
})

/** Each variable with a text: its value, and how to read what it sets. */
const texts: Readonly<Record<string, readonly [value: string, read: (config: AuthConfig) => unknown]>> = {
  AUTH_URL: ['https://app.example/api/auth', ({ basePath, trustHost }) => [basePath, trustHost]],
  NEXTAUTH_URL: ['https://app.example/api/auth', ({ basePath, trustHost }) => [basePath, trustHost]],
  AUTH_REDIRECT_PROXY_URL: ['https://proxy.example/auth', ({ redirectProxyUrl }) => redirectProxyUrl],
  AUTH_GITHUB_ID: ['client-id', ({ providers }) => Reflect.get(Object(providers[0]), 'clientId')],
  AUTH_GITHUB_SECRET: ['client secret', ({ providers }) => Reflect.get(Object(providers[0]), 'clientSecret')],
  AUTH_OKTA_ISSUER: ['https://acme.okta.com', ({ providers }) => Reflect.get(Object(providers[1]), 'issuer')],
  AUTH_RESEND_KEY: ['re_123', ({ providers }) => Reflect.get(Object(providers[2]), 'apiKey')],
}

describe.each(Object.entries(texts))('%s', (name, [value, read]) => {
  const providers = () => [GitHub, Okta, Resend]
  const expected = read(fill({ [name]: value }, { providers: providers() }).config)

  test('has an effect, without a warning', () => {
    const { config, warnings } = fill({ [name]: value }, { providers: providers() })
    expect(read(config)).not.toEqual(read(fill({}, { providers: providers() }).config))
    expect(warnings).toEqual([])
  })

  test.each(Object.entries(wrappers))(
    'with %s counts without them, with a warning that names it',
    (_, wrap) => {
      const { config, warnings, messages } = fill({ [name]: wrap(value) }, { providers: providers() })
      expect(read(config)).toEqual(expected)
      expect(warnings).toEqual(['env-value-wrapped'])
      expect(messages[0]).toMatch(new RegExp(`^${name} has `))
      expect(messages[0]).not.toContain(value)
    },
  )

  test.each(['', ' ', '""', "' '", '\n'])('with %j is absent', blank => {
    const { config } = fill({ [name]: blank }, { providers: providers() })
    expect(read(config)).toEqual(read(fill({}, { providers: providers() }).config))
  })
})

const secretNames = ['AUTH_SECRET', 'AUTH_SECRET_1', 'AUTH_SECRET_2', 'AUTH_SECRET_3', 'NEXTAUTH_SECRET']
const keyNames = [
  'AUTH_ENCRYPTION_KEY',
  'AUTH_ENCRYPTION_KEY_1',
  'AUTH_ENCRYPTION_KEY_2',
  'AUTH_ENCRYPTION_KEY_3',
]

describe.each([...secretNames, ...keyNames])('%s', name => {
  const value = 'a secret of more than 32 characters, for tests'
  const read = ({ secret, encryptionKeys }: AuthConfig) => (keyNames.includes(name) ? encryptionKeys : secret)

  test.each(Object.entries(wrappers))('with %s stays the same secret, with a warning', (_, wrap) => {
    const { config, warnings, messages } = fill({ [name]: wrap(value) })
    expect(read(config)).toEqual([wrap(value)])
    expect(warnings).toEqual(['env-value-wrapped'])
    expect(messages[0]).toMatch(new RegExp(`^${name} has .*newer secret`))
    expect(messages[0]).not.toContain(value)
  })

  test.each([' ', '""', "' '", '\n'])('with %j is absent, with a warning', blank => {
    const { config, messages } = fill({ [name]: blank })
    expect(read(config) ?? []).toEqual([])
    expect(messages[0]).toContain('counts as absent')
  })
})

test.each([
  'app.example',
  'localhost:3000',
  'app.example:443/auth',
  '/auth',
  'ftp://app.example',
  'undefined',
  '"https://app.example',
])('AUTH_URL=%s is ignored, and the warning has the value and the fix', AUTH_URL => {
  const { config, warnings, messages } = fill({ AUTH_URL })
  expect(config.trustHost).toBe(false)
  expect(warnings).toEqual(['env-url-invalid'])
  expect(messages[0]).toContain(JSON.stringify(AUTH_URL))
  expect(messages[0]).toContain('http:// or https://')
})

describe('an `issuer` that is not a URL is no reason to allow plain http:', () => {
  test.each([
    'op.example',
    'localhost:8080',
    '"https://op.example"',
    "'https://op.example'",
    'op',
    'ftp://op.example',
  ])('%s', async issuer => {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({ op, providers: [op.provider({ issuer })] })
    expect(getLocation(await open().signIn('op'))).toContain('error=')
    expect(log.errors[0]?.message).toContain('is not an https URL')
    expect(log.errors[0]?.message).not.toContain('AUTH_ALLOW_INSECURE_HTTP')
  })

  test('plain http names the variable', async () => {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({ op, providers: [op.provider({ issuer: 'http://op.example' })] })
    await open().signIn('op')
    expect(log.errors[0]?.message).toContain('AUTH_ALLOW_INSECURE_HTTP=true')
  })
})

describe('the warning about AUTH_URL and `basePath`', () => {
  test.each([
    ['https://app.example', '/api/auth', []],
    ['https://app.example/', '/api/auth', []],
    ['"https://app.example"', '/api/auth', ['env-value-wrapped']],
    ['https://app.example/api/auth', '/api/auth', []],
    ['https://app.example/api/auth/', 'api/auth', []],
    ['https://app.example/auth', '/api/auth', ['env-url-basepath-redundant']],
    ['https://app.example/shop/api/auth', '/api/auth', ['env-url-basepath-redundant']],
    ['app.example', '/api/auth', ['env-url-invalid']],
  ])('AUTH_URL=%s and basePath %s: %j', (AUTH_URL, basePath, expected) => {
    expect(fill({ AUTH_URL }, { basePath }).warnings).toEqual(expected)
  })
})
