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

describe.each(['jwt', 'database'] as const)('a plain OAuth provider, %s sessions', strategy => {
  test('signs somebody in and tells who it is', async () => {
    const op = createMaliciousProvider()
    const adapter = strategy === 'database' ? { adapter: MemoryAdapter() } : {}
    const { open } = createTestApp({ op, providers: [op.plainProvider()], session: { strategy }, ...adapter })
    const visit = open()
    const back = await runRoundTrip(visit, op, { provider: 'plain', callbackUrl: '/welcome' })
    expect(getLocation(back)).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).toMatchObject({ user: { name: grace.name, email: grace.email } })
  })
})

describe('a plain OAuth provider', () => {
  test('is asked nothing but code, token and profile', async () => {
    const { op, open } = plain()
    await runRoundTrip(open(), op, { provider: 'plain' })
    expect(op.listRequestedEndpoints()).toEqual(['token', 'userinfo'])
  })

  test('may send an `iss`, which says nothing without a known issuer', async () => {
    const { op, open } = plain(
      {},
      { authorization: (answer: URLSearchParams) => answer.set('iss', 'https://new.example') },
    )
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).not.toBeNull()
  })

  test('gets the token in the header of the userinfo request, never in its address', async () => {
    const { op, open } = plain()
    await runRoundTrip(open(), op, { provider: 'plain' })
    const userinfo = op.requests.at(-1)
    expect(userinfo?.headers.get('authorization')).toMatch(/^Bearer .{10,}/)
    expect(userinfo?.url.search).toBe('')
  })

  test('may send an ID token along, which is kept but not read', async () => {
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

  test('may leave its userinfo address to discovery', async () => {
    const { op, open } = plain({ issuer: 'https://op.example', userinfo: undefined })
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
  })
})
