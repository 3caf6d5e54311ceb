import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'

/** An app whose provider has options of its own. */
async function appWith(module: string, options: object) {
  const fixture = fixtures.find(({ provider }) => provider === module)
  if (!fixture) throw new Error(`There is no fixture of ${module}.`)
  const { provider } = await meet({ ...fixture, options: { ...fixture.options, ...options } })
  return { provider, app: makeApp({ providers: [provider] }) }
}

describe('an app may say', () => {
  test.each([
    [
      'where its GitLab is',
      'gitlab',
      { baseUrl: 'https://git.acme.example/code/' },
      'https://git.acme.example/code/oauth/authorize',
    ],
    [
      'which version of Facebook it knows',
      'facebook',
      { apiVersion: 'v26.0' },
      'https://www.facebook.com/v26.0/dialog/oauth',
    ],
    [
      'where its BoxyHQ is',
      'boxyhq-saml',
      { issuer: 'https://sso.acme.example/' },
      'https://sso.acme.example/api/oauth/authorize',
    ],
  ])('%s', async (_, module, options, expected) => {
    const { app, provider } = await appWith(module, options)
    const away = leadsTo(await app.open().signIn(provider.id)) ?? ''
    expect(away.split('?')[0]).toBe(expected)
  })

  test.each([
    ['dribbble', 'public upload'],
    ['azure-devops', 'vso.profile vso.work'],
  ])('what it wants to know of %s', async (module, scope) => {
    const { app, provider } = await appWith(module, { scope })
    const away = leadsTo(await app.open().signIn(provider.id)) ?? ''
    expect(new URL(away).searchParams.get('scope')).toBe(scope)
  })
})

test('an app is told that Bungie needs the key of its API', async () => {
  const { app, provider } = await appWith('bungie', { apiKey: undefined })
  const answer = await app.open().get(`/auth/signin/${provider.id}`)
  expect(answer.status).toBe(500)
  expect(app.log.errors.map(String).join()).toContain('Provider "bungie" needs `apiKey`.')
})
