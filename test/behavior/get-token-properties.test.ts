import fc from 'fast-check'
import { encode, getToken } from 'latchkey/jwt'
import { beforeAll, describe, expect, test } from 'vitest'

const secret = 'a secret of more than 32 characters!'
const names = ['authjs.session-token', '__Secure-authjs.session-token'] as const

/** Strings that resemble valid values, and arbitrary strings. */
const pieces = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.stringMatching(/^[\w-]{0,20}(\.[\w-]{0,20}){3,5}$/),
  fc.constantFrom(
    '',
    '%',
    '%E0%A4%A',
    '%zz',
    '"',
    '""',
    '=',
    ';',
    ',',
    '\0',
    'Bearer',
    'Bearer ',
    '__proto__',
  ),
)

const suffixes = fc.oneof(
  fc.constantFrom('', '.0', '.1', '.2', '.-1', '.01', '.99', '.1e9', '.0.0', '.__proto__', '.constructor'),
  fc.nat().map(index => `.${index}`),
)

const pairs = fc.oneof(
  pieces,
  fc
    .tuple(fc.constantFrom(...names, 'x', 'constructor'), suffixes, pieces)
    .map(([name, suffix, value]) => `${name}${suffix}=${value}`),
)

const cookies = fc.array(pairs, { maxLength: 8 }).map(list => list.join('; '))
const authorizations = fc.oneof(
  pieces,
  pieces.map(token => `Bearer ${token}`),
  fc.tuple(pieces, pieces).map(both => both.join(' ')),
)

const records = fc.dictionary(
  fc.oneof(fc.constantFrom('cookie', 'Cookie', 'authorization', 'Authorization', 'COOKIE'), fc.string()),
  fc.oneof(
    cookies,
    authorizations,
    fc.array(cookies, { maxLength: 4 }),
    fc.constantFrom(undefined, null, 0, true, {}, [], [undefined], [null]),
  ),
  { maxKeys: 5 },
)

const options = fc.record({
  secureCookie: fc.constantFrom(undefined, true, false),
  cookieName: fc.oneof(fc.constant(undefined), fc.constantFrom('', 'x', ...names)),
  salt: fc.oneof(fc.constant(undefined), pieces),
})

/** Headers of a web request, or null if the platform rejects the values. */
function createHeaders(cookie: string, authorization: string): Headers | null {
  try {
    return new Headers({ cookie, authorization })
  } catch {
    return null
  }
}

describe('getToken with arbitrary input', () => {
  test('returns null and does not throw for any record of headers', async () => {
    await fc.assert(
      fc.asyncProperty(records, options, async (headers, more) => {
        const req = { headers } as unknown as Request
        expect(await getToken({ req, secret, ...more })).toBeNull()
      }),
      { numRuns: 600 },
    )
  })

  test('returns null for any headers of a web request, and with `raw` a string or null', async () => {
    await fc.assert(
      fc.asyncProperty(cookies, authorizations, options, async (cookie, authorization, more) => {
        const headers = createHeaders(cookie, authorization)
        fc.pre(headers !== null)
        const req = { headers: headers ?? new Headers() }
        expect(await getToken({ req, secret, ...more })).toBeNull()
        const raw = await getToken({ req, raw: true, ...more })
        expect(raw === null || (typeof raw === 'string' && raw.length > 0)).toBe(true)
      }),
      { numRuns: 600 },
    )
  })

  describe('a valid token', () => {
    let token = ''
    beforeAll(async () => {
      token = await encode({ token: { sub: 'ada', pad: 'x'.repeat(500) }, secret, salt: names[0] })
    })

    test('is found however it is chunked, in any order, beside other cookies', async () => {
      const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 600 }), { maxLength: 12 })
      const beside = fc.array(fc.stringMatching(/^[a-z]{1,8}=[\w%]{0,8}$/), { maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(cuts, beside, fc.infiniteStream(fc.nat()), async (at, others, random) => {
          const edges = [0, ...at.toSorted((a, b) => a - b), token.length]
          const chunks = edges
            .slice(1)
            .map((end, index) => `${names[0]}.${index}=${token.slice(edges[index], end)}`)
          const shuffled = [...chunks, ...others]
            .map(pair => ({ pair, rank: random.next().value }))
            .sort((a, b) => a.rank - b.rank)
          const headers = { cookie: shuffled.map(({ pair }) => pair).join('; ') }
          expect(await getToken({ req: { headers }, secret })).toMatchObject({ sub: 'ada' })
        }),
        { numRuns: 300 },
      )
    })
  })
})
