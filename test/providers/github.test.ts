import { customFetch } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import { expect, test } from 'vitest'
import { makeApp } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'
import { registered } from '../support/vendor/vendor.js'

test.each(['https://git.acme.example', 'https://git.acme.example/'])(
  'a GitHub Enterprise Server at %s is asked for everything, and GitHub for nothing',
  async baseUrl => {
    const asked: string[] = []
    const answers = [{ access_token: 'x', token_type: 'bearer' }, { id: 1, login: 'ada', avatar_url: '' }, []]
    const fetch: typeof globalThis.fetch = async (input, init) => {
      asked.push(new Request(input, init).url)
      return Response.json(answers[asked.length - 1])
    }
    const provider = GitHub({ ...registered, enterprise: { baseUrl }, [customFetch]: fetch })
    const visit = makeApp({ providers: [provider] }).open()
    const away = visit.location(await visit.signIn('github'))
    const params = new URLSearchParams({ code: 'x', state: away.searchParams.get('state') ?? '' })
    await visit.get(`/auth/callback/github?${params}`)
    expect(await visit.session()).toMatchObject({ user: { name: 'ada' } })
    expect([away.origin + away.pathname, ...asked]).toEqual([
      'https://git.acme.example/login/oauth/authorize',
      'https://git.acme.example/login/oauth/access_token',
      'https://git.acme.example/api/v3/user',
      'https://git.acme.example/api/v3/user/emails',
    ])
  },
)

test.each([
  ['an address that everybody may see', 'old@github.com', 'old@github.com'],
  ['none that everybody may see', null, 'octocat@github.com'],
])('somebody of GitHub with %s is known by it, else by their primary one', async (_, email, expected) => {
  const fixture = fixtures.find(({ provider }) => provider === 'github')
  if (!fixture) throw new Error('GitHub has no fixture.')
  const { vendor, provider } = await meet(fixture)
  vendor.lies.bodies = { 0: { ...(fixture.requests[0]?.answer.body as object), email } }
  const visit = makeApp({ providers: [provider] }).open()
  await visit.get(vendor.answer(visit.location(await visit.signIn('github'))).url)
  expect(await visit.session()).toMatchObject({ user: { email: expected } })
})
