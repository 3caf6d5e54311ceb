import type { JWT } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider, type Person } from '../support/lying-provider.js'

/** The token that a sign-in without a store makes. */
async function tokenOf(as?: Person, providerId = 'op'): Promise<JWT> {
  const op = lyingProvider()
  const tokens: JWT[] = []
  const jwt = ({ token }: { token: JWT }) => {
    tokens.push({ ...token })
    return token
  }
  const { open } = makeApp({ op, providers: [op.provider({ id: providerId })], callbacks: { jwt } })
  await roundTrip(open(), op, { provider: providerId, ...(as && { as }) })
  return tokens[0] ?? {}
}

describe('without a store', () => {
  test('the same person keeps the same id', async () => {
    const first = await tokenOf()
    expect(first.sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect((await tokenOf()).sub).toBe(first.sub)
  })

  test('another person, and the same id at another provider, are somebody else', async () => {
    const ids = [await tokenOf(), await tokenOf({ sub: 'alan' }), await tokenOf(undefined, 'other')]
    expect(new Set(ids.map(({ sub }) => sub)).size).toBe(3)
  })

  test('no pair of provider and account id can be mistaken for another', async () => {
    const one = await tokenOf({ sub: 'b' }, 'op-a')
    const two = await tokenOf({ sub: 'a-b' }, 'op')
    expect(one.sub).not.toBe(two.sub)
  })

  test('the token holds name, address, picture and id, and nothing else', async () => {
    expect(Object.keys(await tokenOf()).sort()).toEqual(['email', 'name', 'picture', 'sub'])
  })
})

describe('the default mapping of a profile', () => {
  test.each<[string, Person, object]>([
    ['a nickname for a name', { sub: '1', nickname: 'Amazing Grace' }, { name: 'Amazing Grace' }],
    ['a user name for a name', { sub: '1', preferred_username: 'grace' }, { name: 'grace' }],
    ['an address in lower case', { sub: '1', email: 'Grace@EXAMPLE.com' }, { email: 'grace@example.com' }],
    ['a picture that is none', { sub: '1', picture: { data: 1 } }, { picture: undefined }],
  ])('takes %s', async (_, as, expected) => {
    expect(await tokenOf(as)).toMatchObject(expected)
  })

  test('fails on an address that is no text, and nobody is let in', async () => {
    const { op, open } = makeApp()
    const visit = open()
    const back = await roundTrip(visit, op, { as: { sub: '1', email: 7 } })
    expect(leadsTo(back)).toBe(`${origin}/auth/error?error=Configuration`)
    expect(await visit.session()).toBeNull()
  })
})
