import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { TokenSet } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { grace, lyingProvider } from '../support/lying-provider.js'

const plain = (more: object = {}, lies: object = {}) => {
  const op = lyingProvider()
  op.lies = lies
  return makeApp({ op, providers: [op.plainProvider(more)] })
}

describe.each(['jwt', 'database'] as const)('a plain OAuth provider, %s sessions', strategy => {
  test('signs somebody in and tells who it is', async () => {
    const op = lyingProvider()
    const adapter = strategy === 'database' ? { adapter: MemoryAdapter() } : {}
    const { open } = makeApp({ op, providers: [op.plainProvider()], session: { strategy }, ...adapter })
    const visit = open()
    const back = await roundTrip(visit, op, { provider: 'plain', callbackUrl: '/welcome' })
    expect(leadsTo(back)).toBe(`${origin}/welcome`)
    expect(await visit.session()).toMatchObject({ user: { name: grace.name, email: grace.email } })
  })
})

describe('a plain OAuth provider', () => {
  test('is asked nothing but code, token and profile', async () => {
    const { op, open } = plain()
    await roundTrip(open(), op, { provider: 'plain' })
    expect(op.asked()).toEqual(['token', 'userinfo'])
  })

  test('may send an `iss`, which says nothing without a known issuer', async () => {
    const { op, open } = plain(
      {},
      { authorization: (answer: URLSearchParams) => answer.set('iss', 'https://new.example') },
    )
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).not.toBeNull()
  })

  test('gets the token in the header of the userinfo request, never in its address', async () => {
    const { op, open } = plain()
    await roundTrip(open(), op, { provider: 'plain' })
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
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).toMatchObject({ user: { name: 'Grace' } })
    expect(seen.id_token).toBe('not.for.us')
  })

  test('may do the token request in code of its own', async () => {
    const request = async ({ params }: { params: Record<string, string> }) => ({
      tokens: { access_token: `for ${typeof params['code']}`, token_type: 'bearer' as const, expires_in: 60 },
    })
    const userinfo = { request: ({ tokens }: { tokens: TokenSet }) => ({ id: 7, name: tokens.access_token }) }
    const { op, open } = plain({ token: { url: 'https://op.example/token', request }, userinfo })
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).toMatchObject({ user: { name: 'for string' } })
    expect(op.asked()).toEqual([])
  })

  test('may leave its userinfo address to discovery', async () => {
    const { op, open } = plain({ issuer: 'https://op.example', userinfo: undefined })
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
  })
})

describe('a bent token answer is mended', () => {
  const bends: Record<string, (answer: Record<string, unknown>) => Record<string, unknown> | Response> = {
    'empty members': answer => ({ ...answer, refresh_token: '', scope: null, expires_in: null }),
    'a lifetime as text': answer => ({ ...answer, expires_in: '3600' }),
    'an odd case of the token type': answer => ({ ...answer, token_type: 'BEARER' }),
    'status 201': answer => Response.json(answer, { status: 201 }),
    'a challenge beside a good answer': answer =>
      Response.json(answer, { headers: { 'www-authenticate': 'Bearer' } }),
  }
  test.each(Object.keys(bends))('%s', async name => {
    const { op, open } = plain({}, { token: bends[name] })
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).not.toBeNull()
  })

  test('by the `conform` of its provider', async () => {
    const conform = async (response: Response) => {
      const { nested } = (await response.json()) as { nested: object }
      return Response.json(nested)
    }
    const { op, open } = plain(
      { token: { url: 'https://op.example/token', conform } },
      { token: (nested: object) => ({ nested }) },
    )
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).not.toBeNull()
  })
})
