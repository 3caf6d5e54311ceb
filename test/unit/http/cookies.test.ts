import { describe, expect, test } from 'vitest'
import { createCookieJar, createNoopCookieJar, serializeCookie } from '../../../src/http/cookies.js'

describe('a Cookie header', () => {
  test.each<[string | null, Record<string, string[]>]>([
    [null, {}],
    ['', {}],
    ['a=b', { a: ['b'] }],
    ['a=b; c=d;e=f', { a: ['b'], c: ['d'], e: ['f'] }],
    ['a=1; b=x; a=2', { a: ['1', '2'], b: ['x'] }],
    ['a=b=c', { a: ['b=c'] }],
    ['a=', { a: [''] }],
    ['=b; a=c', { a: ['c'] }],
    ['b; a=c', { a: ['c'] }],
    ['x=y;;a=c', { x: ['y'], a: ['c'] }],
    [' \t a \t = \t b \t ', { a: ['b'] }],
    ['a\u00a0=b', { 'a\u00a0': ['b'] }],
    ['a=\u00a0b\v', { a: ['\u00a0b\v'] }],
    ['a=  ', { a: [''] }],
    ['a="b"', { a: ['b'] }],
    ['a=""', { a: [''] }],
    ['a="', { a: ['"'] }],
    ['a="b', { a: ['"b'] }],
    ['a=b"', { a: ['b"'] }],
    ["a='b'", { a: ["'b'"] }],
    ['a=b%20c%3B', { a: ['b c;'] }],
    ['a=%ZZ', { a: ['%ZZ'] }],
    ['a=%E4', { a: ['%E4'] }],
  ])('%j has the values %j', (header, expected) => {
    const jar = createCookieJar(header)
    const values = Object.fromEntries(jar.listNames().map(name => [name, jar.getAll(name)]))
    expect(values).toEqual(expected)
    for (const [name, [first]] of Object.entries(expected)) expect(jar.get(name)).toBe(first)
    expect(jar.get('absent')).toBeUndefined()
    expect(jar.getAll('absent')).toEqual([])
  })
})

describe('a Set-Cookie header', () => {
  test.each([
    [{}, 'a=b'],
    [{ maxAge: 1.9 }, 'a=b; Max-Age=1'],
    [{ maxAge: 0 }, 'a=b; Max-Age=0'],
    [{ domain: 'app.example', path: '/x' }, 'a=b; Domain=app.example; Path=/x'],
    [{ domain: '', path: '' }, 'a=b'],
    [{ expires: new Date(0) }, 'a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    [{ httpOnly: true, secure: true, partitioned: true }, 'a=b; HttpOnly; Secure; Partitioned'],
    [{ httpOnly: false, secure: false, partitioned: false, sameSite: false as const }, 'a=b'],
    [{ priority: 'high' as const }, 'a=b; Priority=High'],
    [{ sameSite: true as const }, 'a=b; SameSite=Strict'],
    [{ sameSite: 'lax' as const }, 'a=b; SameSite=Lax'],
  ])('with %j is %s', (options, header) => {
    expect(serializeCookie({ name: 'a', value: 'b', options })).toBe(header)
  })

  test('has an encoded value', () => {
    expect(serializeCookie({ name: 'a', value: 'b; c=ä\ud800', options: {} })).toBe(
      'a=b%3B%20c%3D%C3%A4%EF%BF%BD',
    )
  })
})

describe('the cookies that a jar sets', () => {
  test('replace those of the same name and domain only', () => {
    const jar = createCookieJar('a=old')
    jar.set('a', '1', { domain: 'app.example' })
    jar.set('a', '2', {})
    jar.set('a', '3', {})
    jar.clear('b', { path: '/', expires: new Date() })
    expect(jar.getSetCookies()).toEqual([
      { name: 'a', value: '1', options: { domain: 'app.example' } },
      { name: 'a', value: '3', options: {} },
      { name: 'b', value: '', options: { path: '/', maxAge: 0 } },
    ])
    expect(jar.get('a')).toBe('old')
  })

  test('have replacement characters for lone surrogates', () => {
    const jar = createCookieJar(null)
    jar.set('a', '\ud800', {})
    expect(jar.getSetCookies()).toEqual([{ name: 'a', value: '\ufffd', options: {} }])
  })
})

test('the jar of a cross-site POST is empty and stays empty', () => {
  const jar = createNoopCookieJar()
  jar.set('a', 'b', {})
  jar.clear('a', {})
  expect(jar.isNoop).toBe(true)
  expect(jar.get('a')).toBeUndefined()
  expect([jar.getAll('a'), jar.listNames(), jar.getSetCookies()]).toEqual([[], [], []])
})
