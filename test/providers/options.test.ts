import { type AuthConfig, setEnvDefaults } from 'latchkey'
import BoxyHQSAML from 'latchkey/providers/boxyhq-saml'
import GitLab from 'latchkey/providers/gitlab'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation } from '../support/app.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

/** Creates an app with one provider and these options. */
async function createApp(module: string, options: object) {
  const fixture = fixtures.find(({ provider }) => provider === module)
  if (!fixture) throw new Error(`${module} has no fixture.`)
  const { provider } = await createVendor({ ...fixture, options: { ...fixture.options, ...options } })
  return { provider, app: createTestApp({ providers: [provider] }) }
}

describe('an app may configure', () => {
  test.each([
    [
      'the URL of its GitLab',
      'gitlab',
      { baseUrl: 'https://git.acme.example/code/' },
      'https://git.acme.example/code/oauth/authorize',
    ],
    [
      'the API version of Facebook',
      'facebook',
      { apiVersion: 'v26.0' },
      'https://www.facebook.com/v26.0/dialog/oauth',
    ],
    [
      'the issuer of its BoxyHQ',
      'boxyhq-saml',
      { issuer: 'https://sso.acme.example/' },
      'https://sso.acme.example/api/oauth/authorize',
    ],
  ])('%s', async (_, module, options, expected) => {
    const { app, provider } = await createApp(module, options)
    const away = getLocation(await app.open().signIn(provider.id)) ?? ''
    expect(away.split('?')[0]).toBe(expected)
  })

  test.each([
    ['dribbble', 'public upload'],
    ['azure-devops', 'vso.profile vso.work'],
  ])('the scope of %s', async (module, scope) => {
    const { app, provider } = await createApp(module, { scope })
    const away = getLocation(await app.open().signIn(provider.id)) ?? ''
    expect(new URL(away).searchParams.get('scope')).toBe(scope)
  })
})

test('Bungie without `apiKey` returns 500 and logs the missing option', async () => {
  const { app, provider } = await createApp('bungie', { apiKey: undefined })
  const answer = await app.open().get(`/auth/signin/${provider.id}`)
  expect(answer.status).toBe(500)
  expect(app.log.errors.map(String).join()).toContain('Provider "bungie" needs `apiKey`.')
})

describe('a factory', () => {
  test('fills the URLs that an app reads, with its options and its defaults', () => {
    expect(GitLab({ baseUrl: 'https://git.acme.example/code/' })).toMatchObject({
      issuer: 'https://git.acme.example/code',
      token: 'https://git.acme.example/code/oauth/token',
    })
    expect(GitLab().token).toBe('https://gitlab.com/oauth/token')
  })

  test('leaves out what the environment may set later', () => {
    const config: AuthConfig = { providers: [BoxyHQSAML({ clientId: 'app' })] }
    setEnvDefaults({ AUTH_BOXYHQ_SAML_ISSUER: 'https://sso.acme.example' }, config)
    const [provider] = config.providers
    expect(provider).toMatchObject({ issuer: 'https://sso.acme.example' })
    expect(JSON.stringify(provider)).toContain('{issuer}/api/oauth/authorize')
  })
})
