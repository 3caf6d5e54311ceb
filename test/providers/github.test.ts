import { customFetch } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import { expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'
import { registeredClient } from '../support/vendor/vendor.js'

test.each(['https://git.acme.example', 'https://git.acme.example/'])(
  'with a GitHub Enterprise Server at %s, all requests go to that server',
  async baseUrl => {
    const requestedUrls: string[] = []
    const answers = [{ access_token: 'x', token_type: 'bearer' }, { id: 1, login: 'ada', avatar_url: '' }, []]
    const fetch: typeof globalThis.fetch = async (input, init) => {
      requestedUrls.push(new Request(input, init).url)
      return Response.json(answers[requestedUrls.length - 1])
    }
    const provider = GitHub({ ...registeredClient, enterprise: { baseUrl }, [customFetch]: fetch })
    const visit = createTestApp({ providers: [provider] }).open()
    const away = visit.getLocation(await visit.signIn('github'))
    const params = new URLSearchParams({ code: 'x', state: away.searchParams.get('state') ?? '' })
    await visit.get(`/auth/callback/github?${params}`)
    expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
    expect([away.origin + away.pathname, ...requestedUrls]).toEqual([
      'https://git.acme.example/login/oauth/authorize',
      'https://git.acme.example/login/oauth/access_token',
      'https://git.acme.example/api/v3/user',
      'https://git.acme.example/api/v3/user/emails',
    ])
  },
)

test.each([
  ['a public email', 'old@github.com', 'old@github.com'],
  ['no public email', null, 'octocat@github.com'],
])('a GitHub user with %s gets the public email, or else the primary one', async (_, email, expected) => {
  const fixture = fixtures.find(({ provider }) => provider === 'github')
  if (!fixture) throw new Error('GitHub has no fixture.')
  const { vendor, provider } = await createVendor(fixture)
  vendor.lies.bodies = { 0: { ...(fixture.requests[0]?.answer.body as object), email } }
  const visit = createTestApp({ providers: [provider] }).open()
  await visit.get(vendor.authorize(visit.getLocation(await visit.signIn('github'))).url)
  expect(await visit.getSession()).toMatchObject({ user: { email: expected } })
})
