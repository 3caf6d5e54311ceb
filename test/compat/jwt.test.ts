import * as theirs from '@auth/core/jwt'
import fc from 'fast-check'
import * as ours from 'latchkey/jwt'
import { describe, expect, expectTypeOf, test } from 'vitest'

const secret = 'a secret of more than 32 characters!'
const salt = 'authjs.session-token'

describe.each([
  ['@auth/core', theirs, 'latchkey', ours],
  ['latchkey', ours, '@auth/core', theirs],
] as const)('a token that %s encodes', (_, maker, reader, opener) => {
  test(`is decoded by ${reader}, with one secret or several`, async () => {
    const token = { sub: '42', name: 'Ada ä€😀', roles: ['admin'], nested: { deep: [1, null] } }
    const sealed = await maker.encode({ token, secret, salt })
    expect(await opener.decode({ token: sealed, secret, salt })).toMatchObject(token)
    expect(await opener.decode({ token: sealed, secret: ['newer', secret], salt })).toMatchObject(token)
    await expect(opener.decode({ token: sealed, secret: 'another', salt })).rejects.toThrow()
    await expect(opener.decode({ token: sealed, secret, salt: 'another' })).rejects.toThrow()
  })

  test(`is found by ${reader} in a request`, async () => {
    const sealed = await maker.encode({ token: { sub: '42' }, secret, salt })
    for (const headers of [{ cookie: `${salt}=${sealed}` }, { authorization: `Bearer ${sealed}` }]) {
      expect(await opener.getToken({ req: { headers }, secret })).toMatchObject({ sub: '42' })
    }
    const pieces = `${salt}.1=${sealed.slice(100)}; ${salt}.0=${sealed.slice(0, 100)}`
    expect(await opener.getToken({ req: { headers: { cookie: pieces } }, secret })).toMatchObject({
      sub: '42',
    })
  })

  test(`is decoded by ${reader} for any payload`, async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-z]{5,9}$/), fc.jsonValue()),
        text,
        text,
        async (...drawn) => {
          const [token, secret, salt] = drawn
          const sealed = await maker.encode({ token, secret, salt })
          const { iat, exp, jti, ...opened } = (await opener.decode({ token: sealed, secret, salt })) ?? {}
          expect(JSON.stringify(opened)).toBe(JSON.stringify(token))
          expect([typeof iat, typeof exp, typeof jti]).toEqual(['number', 'number', 'string'])
        },
      ),
      { numRuns: 50 },
    )
  })

  test(`is rejected by ${reader} after it expired`, async () => {
    const sealed = await maker.encode({ token: {}, secret, salt, maxAge: -60 })
    await expect(opener.decode({ token: sealed, secret, salt })).rejects.toMatchObject({
      code: 'ERR_JWT_EXPIRED',
    })
  })
})

test('both packages export the same functions, with compatible parameters', () => {
  expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort())
  type Encode = Parameters<typeof theirs.encode>[0]
  expectTypeOf<Encode>().toExtend<Parameters<typeof ours.encode>[0]>()
  type Decode = Parameters<typeof theirs.decode>[0]
  expectTypeOf<Decode>().toExtend<Parameters<typeof ours.decode>[0]>()
})
