import { type AuthConfig, setEnvDefaults } from 'latchkey'
import { expect, test } from 'vitest'
import { listPairs } from './read-page.js'

const production = { NODE_ENV: 'production' }
const url = 'https://app.example/sign-in'

/** For each variable and option: the environment, and the value that the option gets. */
const values: Readonly<Record<string, readonly [environment: Record<string, string>, expected: unknown]>> = {
  'basepath AUTH_URL': [{ AUTH_URL: url }, '/sign-in'],
  'basepath NEXTAUTH_URL': [{ NEXTAUTH_URL: url }, '/sign-in'],
  'email-apikey AUTH_<ID>_KEY': [{ AUTH_MY_MAIL_KEY: 'key' }, 'key'],
  'oauth-clientid AUTH_<ID>_ID': [{ AUTH_ACME_ID: 'id' }, 'id'],
  'oauth-clientsecret AUTH_<ID>_SECRET': [{ AUTH_ACME_SECRET: 'client secret' }, 'client secret'],
  'oauth-issuer AUTH_<ID>_ISSUER': [{ AUTH_ACME_ISSUER: 'https://acme.example' }, 'https://acme.example'],
  'redirectproxyurl AUTH_REDIRECT_PROXY_URL': [{ AUTH_REDIRECT_PROXY_URL: url }, url],
  'secret AUTH_SECRET': [{ AUTH_SECRET: 'a' }, ['a']],
  'secret AUTH_SECRET_1': [{ AUTH_SECRET: 'a', AUTH_SECRET_1: 'b' }, ['b', 'a']],
  'secret AUTH_SECRET_2': [{ AUTH_SECRET_1: 'b', AUTH_SECRET_2: 'c' }, ['c', 'b']],
  'encryptionkeys AUTH_ENCRYPTION_KEY': [{ AUTH_ENCRYPTION_KEY: 'a' }, ['a']],
  'encryptionkeys AUTH_ENCRYPTION_KEY_1': [
    { AUTH_ENCRYPTION_KEY: 'a', AUTH_ENCRYPTION_KEY_1: 'b' },
    ['b', 'a'],
  ],
  'encryptionkeys AUTH_ENCRYPTION_KEY_2': [
    { AUTH_ENCRYPTION_KEY_1: 'b', AUTH_ENCRYPTION_KEY_2: 'c' },
    ['c', 'b'],
  ],
  'encryptionkeys AUTH_ENCRYPTION_KEY_3': [
    { AUTH_ENCRYPTION_KEY_2: 'c', AUTH_ENCRYPTION_KEY_3: 'd' },
    ['d', 'c'],
  ],
  'secret AUTH_SECRET_3': [{ AUTH_SECRET_2: 'c', AUTH_SECRET_3: 'd' }, ['d', 'c']],
  'secret NEXTAUTH_SECRET': [{ NEXTAUTH_SECRET: 'a' }, ['a']],
  'trusthost AUTH_TRUST_HOST': [{ ...production, AUTH_TRUST_HOST: 'true' }, true],
  'trusthost AUTH_URL': [{ ...production, AUTH_URL: url }, true],
  'trusthost CF_PAGES': [{ ...production, CF_PAGES: '1' }, true],
  'trusthost NEXTAUTH_URL': [{ ...production, NEXTAUTH_URL: url }, true],
  'trusthost NODE_ENV': [{ NODE_ENV: 'development' }, true],
  'trusthost VERCEL': [{ ...production, VERCEL: '1' }, true],
}

function createConfig(): AuthConfig {
  return {
    providers: [
      { id: 'acme', name: 'Acme', type: 'oidc' },
      { id: 'my-mail', name: 'Mail', type: 'email', sendVerificationRequest: () => {} },
    ],
  }
}

/** Returns the options by their anchor on the page, with the defaults of an environment. */
function readOptions(environment: Record<string, string>): Readonly<Record<string, unknown>> {
  const config = createConfig()
  setEnvDefaults(environment, config)
  const [oauth, email]: readonly object[] = config.providers
  return {
    basepath: config.basePath,
    redirectproxyurl: config.redirectProxyUrl,
    secret: config.secret,
    encryptionkeys: config.encryptionKeys,
    trusthost: config.trustHost,
    'oauth-clientid': oauth && Reflect.get(oauth, 'clientId'),
    'oauth-clientsecret': oauth && Reflect.get(oauth, 'clientSecret'),
    'oauth-issuer': oauth && Reflect.get(oauth, 'issuer'),
    'email-apikey': email && Reflect.get(email, 'apiKey'),
  }
}

test('docs/reference/configuration.md lists exactly the variables at options that are set here', () => {
  expect(listPairs('variables')).toEqual(Object.keys(values).sort())
})

test.each(Object.entries(values))(
  'docs/reference/configuration.md says which variable sets %s',
  (pair, [environment, expected]) => {
    const [anchor = ''] = pair.split(' ')
    expect(readOptions(production)[anchor]).not.toEqual(expected)
    expect(readOptions(environment)[anchor]).toEqual(expected)
  },
)
