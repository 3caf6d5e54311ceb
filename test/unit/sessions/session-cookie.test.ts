import { describe, expect, test } from 'vitest'
import { createCookieJar } from '../../../src/http/cookies.js'
import {
  clearSessionCookie,
  listCandidatesByDuplicate,
  listSessionCookieCandidates,
  setSessionCookie,
} from '../../../src/sessions/session-cookie.js'
import type { Context } from '../../../src/types/context.js'

const name = 'authjs.session-token'
/** A chunk that may have had no room for another character. */
const full = 'x'.repeat(3_936)

function createContext(header: string | null, { domain }: { domain?: string } = {}) {
  const warnings: string[] = []
  const jar = createCookieJar(header)
  const ctx = {
    jar,
    cookieOptions: { sessionToken: { name, options: { path: '/', ...(domain && { domain }) } } },
    settings: {
      session: { maxTokenLength: 15_000 },
      warnOnce: (code: string) => void warnings.push(code),
    },
  } as unknown as Context
  const listSet = () =>
    jar
      .getSetCookies()
      .map(({ name: set, value, options }) => [set.replace(name, ''), value.length, options.maxAge])
  return { ctx, jar, warnings, listSet }
}

describe('the candidates of the session cookie', () => {
  const list = (header: string) => [...listSessionCookieCandidates(createCookieJar(header), name)]
  const toHeader = (cookies: readonly (readonly [string, string])[]) =>
    cookies.map(([suffix, value]) => `${name}${suffix}=${value}`).join('; ')

  test('are the cookie, and the joined chunks', () => {
    expect(list(toHeader([['', 'a']]))).toEqual(['a'])
    expect(
      list(
        toHeader([
          ['.0', full],
          ['.1', 'b'],
        ]),
      ),
    ).toEqual([`${full}b`])
    expect(
      list(
        toHeader([
          ['.1', 'b'],
          ['.0', full],
          ['', 'a'],
        ]),
      ),
    ).toEqual(['a', `${full}b`])
    expect(list(toHeader([['.1', 'b']]))).toEqual([])
    expect(
      list(
        toHeader([
          ['', ''],
          ['.0', ''],
        ]),
      ),
    ).toEqual([])
    expect(list('')).toEqual([])
  })

  test('are also the chunks up to the first that is not full', () => {
    expect(
      list(
        toHeader([
          ['.0', 'a'],
          ['.1', 'b'],
        ]),
      ),
    ).toEqual(['ab', 'a'])
    expect(
      list(
        toHeader([
          ['.0', full],
          ['.1', 'b'],
          ['.2', 'c'],
        ]),
      ),
    ).toEqual([`${full}bc`, `${full}b`])
    expect(
      list(
        toHeader([
          ['.0', 'x'.repeat(3_924)],
          ['.1', 'b'],
        ]),
      ),
    ).toHaveLength(2)
    expect(
      list(
        toHeader([
          ['.0', 'x'.repeat(3_925)],
          ['.1', 'b'],
        ]),
      ),
    ).toHaveLength(1)
    const duplicates = [
      ...listCandidatesByDuplicate(
        createCookieJar(
          toHeader([
            ['.0', 'a'],
            ['.1', 'b'],
          ]),
        ),
        name,
      ),
    ]
    expect(duplicates).toEqual([['ab', 'a']])
  })

  test('measure chunks in their encoded form', () => {
    const encoded = encodeURIComponent('ä'.repeat(655))
    expect(
      list(
        toHeader([
          ['.0', encoded],
          ['.1', 'b'],
        ]),
      ),
    ).toEqual([`${'ä'.repeat(655)}b`])
    const short = encodeURIComponent('ä'.repeat(654))
    expect(
      list(
        toHeader([
          ['.0', short],
          ['.1', 'b'],
        ]),
      ),
    ).toHaveLength(2)
  })

  test('are at most five duplicates of each kind, and fifty chunks', () => {
    const values = Array.from({ length: 7 }, (_, index) => String(index))
    expect(list(toHeader(values.map(value => ['', value])))).toEqual(['0', '1', '2', '3', '4'])
    expect(list(toHeader(values.map(value => ['.0', value])))).toEqual(['0', '1', '2', '3', '4'])
    const chunks = Array.from({ length: 52 }, (_, index) => [`.${index}`, full] as const)
    expect(list(toHeader(chunks))).toEqual([full.repeat(50)])
  })
})

describe('a session cookie that is set', () => {
  const expires = new Date(Date.now() + 60_000)

  test.each([
    [1, [['', 1, undefined]]],
    [3_936, [['', 3_936, undefined]]],
    [
      3_937,
      [
        ['', 0, 0],
        ['.0', 3_936, undefined],
        ['.1', 1, undefined],
      ],
    ],
    [
      7_872,
      [
        ['', 0, 0],
        ['.0', 3_936, undefined],
        ['.1', 3_936, undefined],
        ['.2', 0, 0],
      ],
    ],
  ])('with %i characters has the parts %j', (length, parts) => {
    const { ctx, listSet } = createContext(null)
    setSessionCookie(ctx, 'x'.repeat(length), expires)
    expect(listSet()).toEqual(parts)
  })

  test('warns above 7,000 characters and is rejected above the limit', () => {
    for (const [length, expected] of [
      [7_000, []],
      [7_001, ['session-cookie-large']],
    ] as const) {
      const { ctx, warnings } = createContext(null)
      setSessionCookie(ctx, 'x'.repeat(length), expires)
      expect(warnings).toEqual(expected)
    }
    const { ctx, listSet } = createContext(`${name}=old`)
    expect(() => setSessionCookie(ctx, 'x'.repeat(15_001), expires)).toThrow('15001 characters')
    expect(() => setSessionCookie(ctx, 'ä'.repeat(2_501), expires)).toThrow('15006 characters')
    expect(listSet()).toEqual([])
    setSessionCookie(ctx, 'x'.repeat(15_000), expires)
    expect(listSet()).not.toEqual([])
  })

  test.each(['', undefined, null, 7, {}])('cannot be %j', value => {
    const { ctx, listSet } = createContext(null)
    expect(() => setSessionCookie(ctx, value as string, expires)).toThrow('non-empty string')
    expect(listSet()).toEqual([])
  })

  test('clears the parts of the old value, and no other cookie', () => {
    const others = ['x', '10x', '100', '-1', '', '.0'].map(suffix => `${name}.${suffix}=o`).join('; ')
    const { ctx, listSet } = createContext(
      `${name}=a; ${name}.0=b; ${name}.10=c; ${name}x=o; my${name}=o; ${others}`,
    )
    setSessionCookie(ctx, 'new', expires)
    expect(listSet()).toEqual([
      ['', 3, undefined],
      ['.0', 0, 0],
      ['.10', 0, 0],
    ])
  })

  test('with a domain also clears the cookie without one', () => {
    const cleared = ({ domain }: { domain?: string }) => {
      const { ctx, jar } = createContext(`${name}=a`, domain ? { domain } : {})
      clearSessionCookie(ctx)
      return jar.getSetCookies().map(({ options }) => options)
    }
    expect(cleared({})).toEqual([{ path: '/', maxAge: 0 }])
    expect(cleared({ domain: 'app.example' })).toEqual([
      { path: '/', maxAge: 0 },
      { path: '/', domain: 'app.example', maxAge: 0 },
    ])
  })
})
