import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import {
  type Choice,
  createMaliciousProvider,
  type MaliciousProvider,
} from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

function setUp() {
  const op = createMaliciousProvider()
  const authorization = { params: { response_mode: 'form_post' } }
  return createTestApp({ op, providers: [op.provider({ authorization }), op.provider({ id: 'query' })] })
}

/** The provider's page submits what it would else have put into the address. */
function submit(
  visit: Visitor,
  op: MaliciousProvider,
  away: Response,
  choice: Choice = {},
): Promise<Response> {
  const back = op.authorize(visit.getLocation(away), choice)
  return visit.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
}

describe('a provider that answers by a form', () => {
  test('signs somebody in, though no other cookie of ours comes along', async () => {
    const { op, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/welcome' })
    expect(visit.getLocation(away).searchParams.get('response_mode')).toBe('form_post')
    expect(getLocation(await submit(visit, op, away))).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('gets a flow cookie that travels across sites, and only over https', async () => {
    const visit = setUp().open()
    await visit.getCsrfToken()
    const [line] = (await visit.signIn('op')).headers.getSetCookie()
    expect(line).toMatch(/authjs\.state\.[\w-]+=.*; HttpOnly; Secure; SameSite=None$/)
    const [other] = (await visit.signIn('query')).headers.getSetCookie()
    expect(other).toMatch(/; SameSite=Lax$/)
  })

  test('uses the flow up', async () => {
    const { op, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op')
    await submit(visit, op, away)
    expect(visit.jar.cookies().filter(({ name }) => name.includes('authjs.state'))).toEqual([])
  })

  test('may say that consent was refused', async () => {
    const { op, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op')
    const back = await submit(visit, op, away, { error: 'access_denied' })
    expect(getLocation(back)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
  })

  test('is not asked for our CSRF token, for its state protects it', async () => {
    const { op, open, log } = setUp()
    const visit = open()
    const away = await visit.signIn('op')
    op.lies.authorization = answer => answer.set('state', 'A'.repeat(43))
    await submit(visit, op, away)
    expect(log.types()).toEqual(['InvalidCheck'])
    expect(await visit.getSession()).toBeNull()
  })
})

test('a form to a provider that answers in the address is not read', async () => {
  const { op, open } = setUp()
  const visit = open()
  const away = await visit.signIn('query')
  const back = op.authorize(visit.getLocation(away))
  await visit.post(back.origin + back.pathname, back.searchParams)
  expect(await visit.getSession()).toBeNull()
  expect(op.listRequestedEndpoints()).not.toContain('token')
})
