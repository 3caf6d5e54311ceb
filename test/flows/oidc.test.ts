import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { grace, lyingProvider } from '../support/lying-provider.js'
import { visitor } from '../support/visitor.js'

const origin = 'https://app.example'

function setUp(more: Partial<AuthConfig> = {}) {
  const op = lyingProvider()
  const config: AuthConfig = {
    providers: [op.provider()],
    secret: 'a secret of more than 32 characters!',
    trustHost: true,
    ...more,
  }
  const open = () => visitor(request => Auth(request, config), origin)
  return { op, config, open }
}

describe('a first sign-in through an OpenID provider', () => {
  test('ends where it was asked to end, with a session', async () => {
    const { op, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/welcome' })
    expect(away.status).toBe(302)
    const back = await visit.get(op.authorize(visit.location(away)), { from: op.issuer })
    expect(back.headers.get('location')).toBe(`${origin}/welcome`)
    expect(await visit.session()).toMatchObject({ user: { name: grace.name, email: grace.email } })
  })
})
