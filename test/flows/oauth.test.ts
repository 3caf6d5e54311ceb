import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { TokenSet } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

const plain = (more: object = {}, lies: object = {}) => {
  const op = createMaliciousProvider()
  op.lies = lies
  return createTestApp({ op, providers: [op.plainProvider(more)] })
}

describe.each(['jwt', 'database'] as const)('an OAuth provider, %s sessions', strategy => {
  test('signs in and provides the profile', async () => {
    const op = createMaliciousProvider()
    const adapter = strategy === 'database' ? { adapter: MemoryAdapter() } : {}
    const { open } = createTestApp({ op, providers: [op.plainProvider()], session: { strategy }, ...adapter })
    const visit = open()
    const back = await runRoundTrip(visit, op, { provider: 'plain', callbackUrl: '/welcome' })
    expect(getLocation(back)).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).toMatchObject({ user: { name: grace.name, email: grace.email } })
  })
})

describe('an OAuth provider', () => {
  test('is only requested at the token and userinfo endpoints', async () => {
    const { op, open } = plain()
    await runRoundTrip(open(), op, { provider: 'plain' })
    expect(op.listRequestedEndpoints()).toEqual(['token', 'userinfo'])
  })

  test('can send an `iss`, which is ignored without a configured issuer', async () => {
    const { op, open } = plain(
      {},
      { authorization: (answer: URLSearchParams) => answer.set('iss', 'https://new.example') },
    )
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).not.toBeNull()
  })

  test('receives the access token in the Authorization header, not in the URL', async () => {
    const { op, open } = plain()
    await runRoundTrip(open(), op, { provider: 'plain' })
    const userinfo = op.requests.at(-1)
    expect(userinfo?.headers.get('authorization')).toMatch(/^Bearer .{10,}/)
    expect(userinfo?.url.search).toBe('')
  })

  test('can send an ID token, which is passed on but not used', async () => {
    let seen: TokenSet = {}
    const profile = ({ sub }: Record<string, unknown>, tokens: TokenSet) => {
      seen = tokens
      return { id: String(sub), name: 'Grace' }
    }
    const { op, open } = plain(
      { profile },
      { token: (answer: object) => ({ ...answer, id_token: 'not.for.us' }) },
    )
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Grace' } })
    expect(seen.id_token).toBe('not.for.us')
  })

  test('can have a discovered userinfo endpoint', async () => {
    const { op, open } = plain({ issuer: 'https://op.example', userinfo: undefined })
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
  })
})
