import fc from 'fast-check'
import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { credentials, origin, secret } from '../support/app.js'

const name = 'session'

/** An app that shows which value it read from its session cookie. */
const config: AuthConfig = {
  providers: [credentials],
  secret,
  trustHost: true,
  cookies: { sessionToken: { name } },
  jwt: { encode: () => 'token', decode: ({ token }) => ({ sub: '42', name: token }) },
}

/** The value that was read from this `Cookie` header, or undefined. */
async function valueIn(cookie: string): Promise<unknown> {
  const answer = await Auth(new Request(`${origin}/auth/session`, { headers: { cookie } }), config)
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as { user: { name: string } } | null
  return body?.user.name
}

describe('Behaviour section 2: the cookies of a request', () => {
  describe('the value of a cookie', () => {
    test.each([
      ['is what follows the name', 'session=abc', 'abc'],
      ['is found among others', 'a=b; session=abc; c=d', 'abc'],
      ['is found without blanks between', 'a=b;session=abc;c=d', 'abc'],
      ['is trimmed', ' session = abc ;a=b', 'abc'],
      ['is trimmed of tabs too', 'a=b;\tsession\t=\tabc\t;\t', 'abc'],
      ['keeps the blanks inside', 'session=a  b; c=d', 'a  b'],
      ['is percent-decoded', 'session=a%20b%7Cc%C3%BC', 'a b|cü'],
      ['is kept as it came where that is no percent-encoding', 'session=100%', '100%'],
      ['may hold equals signs', 'session=a=b==', 'a=b=='],
      ['may be quoted', 'session="abc"', 'abc'],
      ['may hold a quote', 'session="abc', '"abc'],
      ['is the first of several', 'session=first; session=second', 'first'],
      ['is the first that is not empty', 'session=; session=second', 'second'],
      ['comes after names without a value', 'flag; session=abc', 'abc'],
      ['comes after values without a name', '=x; session=abc', 'abc'],
      ['comes after odd punctuation', ';; ;=;, session=no; session=abc', 'abc'],
      ['is not mixed up with names that begin or end alike', 'sessions=a; xsession=b; session=abc', 'abc'],
      ['is not mixed up with a name in another case', 'Session=a; SESSION=b; session=abc', 'abc'],
      ['is not mixed up with names that objects have', '__proto__=a; constructor=b; session=abc', 'abc'],
    ])('%s', async (_, cookie, value) => {
      expect(await valueIn(cookie)).toBe(value)
    })

    test.each(['', 'session', 'session=', 'session=""', 'other=abc', '=session=abc', ';'])(
      'is not there in %j',
      async cookie => {
        expect(await valueIn(cookie)).toBeUndefined()
      },
    )
  })

  test('no header breaks the parser', async () => {
    const headers = fc.stringMatching(/^[\x20-\x7e]{0,80}$/)
    await fc.assert(
      fc.asyncProperty(headers, async cookie => {
        await valueIn(cookie)
      }),
      { numRuns: 300 },
    )
  })

  test('whatever the value was when it was set, it comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async value => {
        expect(await valueIn(`a=b; session=${encodeURIComponent(value)}`)).toBe(value)
      }),
      { numRuns: 300 },
    )
  })

  test('a megabyte of cookies is read in no time', async () => {
    const cookie = `${'a=b; '.repeat(200_000)}session=abc`
    const began = performance.now()
    expect(await valueIn(cookie)).toBe('abc')
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
