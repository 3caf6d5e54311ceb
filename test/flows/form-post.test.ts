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

/** Submits the callback parameters as the provider's form does. */
function submit(
  visit: Visitor,
  op: MaliciousProvider,
  away: Response,
  choice: Choice = {},
): Promise<Response> {
  const back = op.authorize(visit.getLocation(away), choice)
  return visit.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
}

describe('a form_post provider', () => {
  test('signs in although its request has no SameSite=Lax cookies', async () => {
    const { op, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/welcome' })
    expect(visit.getLocation(away).searchParams.get('response_mode')).toBe('form_post')
    expect(getLocation(await submit(visit, op, away))).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('gets a check cookie with SameSite=None and Secure', async () => {
    const visit = setUp().open()
    await visit.getCsrfToken()
    const [line] = (await visit.signIn('op')).headers.getSetCookie()
    expect(line).toMatch(/authjs\.state\.[\w-]+=.*; HttpOnly; Secure; SameSite=None$/)
    const [other] = (await visit.signIn('query')).headers.getSetCookie()
    expect(other).toMatch(/; SameSite=Lax$/)
  })

  test('consumes the flow', async () => {
    const { op, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op')
    await submit(visit, op, away)
    expect(visit.jar.cookies().filter(({ name }) => name.includes('authjs.state'))).toEqual([])
  })

  test('can return an error', async () => {
    const { op, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op')
    const back = await submit(visit, op, away, { error: 'access_denied' })
    expect(getLocation(back)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
  })

  test('needs no CSRF token, because `state` protects the callback', async () => {
    const { op, open, log } = setUp()
    const visit = open()
    const away = await visit.signIn('op')
    op.lies.authorization = answer => answer.set('state', 'A'.repeat(43))
    await submit(visit, op, away)
    expect(log.types()).toEqual(['InvalidCheck'])
    expect(await visit.getSession()).toBeNull()
  })
})

test('a form_post callback for a query provider is rejected', async () => {
  const { op, open } = setUp()
  const visit = open()
  const away = await visit.signIn('query')
  const back = op.authorize(visit.getLocation(away))
  await visit.post(back.origin + back.pathname, back.searchParams)
  expect(await visit.getSession()).toBeNull()
  expect(op.listRequestedEndpoints()).not.toContain('token')
})
