import fc from 'fast-check'
import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { credentials, origin, secret } from '../support/app.js'
import { expectCpuTime } from '../support/cpu-time.js'

const name = 'session'

/** An app whose session name is the value of its session cookie. */
const config: AuthConfig = {
  providers: [credentials],
  secret,
  trustHost: true,
  cookies: { sessionToken: { name } },
  jwt: { encode: () => 'token', decode: ({ token }) => ({ sub: '42', name: token }) },
}

/** The value that is read from this `Cookie` header, or undefined. */
async function readCookieValue(cookie: string): Promise<unknown> {
  const answer = await Auth(new Request(`${origin}/auth/session`, { headers: { cookie } }), config)
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as { user: { name: string } } | null
  return body?.user.name
}

describe('request cookies', () => {
  describe('the value of a cookie', () => {
    test.each([
      ['is the text after the name', 'session=abc', 'abc'],
      ['is found among others', 'a=b; session=abc; c=d', 'abc'],
      ['is found without spaces in between', 'a=b;session=abc;c=d', 'abc'],
      ['is trimmed of spaces', ' session = abc ;a=b', 'abc'],
      ['is trimmed of tabs', 'a=b;\tsession\t=\tabc\t;\t', 'abc'],
      ['keeps its inner spaces', 'session=a  b; c=d', 'a  b'],
      ['is percent-decoded', 'session=a%20b%7Cc%C3%BC', 'a b|cü'],
      ['is kept as it is if it is not valid percent-encoding', 'session=100%', '100%'],
      ['can contain equals signs', 'session=a=b==', 'a=b=='],
      ['can be quoted', 'session="abc"', 'abc'],
      ['can start with a quote', 'session="abc', '"abc'],
      ['is the first of several', 'session=first; session=second', 'first'],
      ['is the first one that is not empty', 'session=; session=second', 'second'],
      ['is found after names without a value', 'flag; session=abc', 'abc'],
      ['is found after values without a name', '=x; session=abc', 'abc'],
      ['is found after unusual punctuation', ';; ;=;, session=no; session=abc', 'abc'],
      ['is not confused with names that begin or end alike', 'sessions=a; xsession=b; session=abc', 'abc'],
      ['is not confused with a name in different case', 'Session=a; SESSION=b; session=abc', 'abc'],
      ['is not confused with names of object properties', '__proto__=a; constructor=b; session=abc', 'abc'],
    ])('%s', async (_, cookie, value) => {
      expect(await readCookieValue(cookie)).toBe(value)
    })

    test.each(['', 'session', 'session=', 'session=""', 'other=abc', '=session=abc', ';'])(
      'is undefined for %j',
      async cookie => {
        expect(await readCookieValue(cookie)).toBeUndefined()
      },
    )
  })

  test('any header can be parsed', async () => {
    const headers = fc.stringMatching(/^[\x20-\x7e]{0,80}$/)
    await fc.assert(
      fc.asyncProperty(headers, async cookie => {
        await readCookieValue(cookie)
      }),
      { numRuns: 300 },
    )
  })

  test('any encoded value is read back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async value => {
        expect(await readCookieValue(`a=b; session=${encodeURIComponent(value)}`)).toBe(value)
      }),
      { numRuns: 300 },
    )
  })

  test('a megabyte of cookies is read within two seconds of processor time', async () => {
    const cookie = `${'a=b; '.repeat(200_000)}session=abc`
    await expectCpuTime(2_000, async () => expect(await readCookieValue(cookie)).toBe('abc'))
  })
})
