import { afterEach, describe, expect, it, vi } from 'vitest'
import { CookieJar } from '../../support/cookie-jar.js'

const APP = 'https://app.example.com/auth/callback'

afterEach(() => vi.useRealTimers())

function createJar(...lines: string[]): CookieJar {
  const jar = new CookieJar()
  for (const line of lines) jar.set(APP, line)
  return jar
}

describe('the `Cookie` header of a jar', () => {
  it('contains the value without decoding', () => {
    expect(createJar('a=%7C=" x"; Path=/').header(APP)).toBe('a=%7C=" x"')
  })

  it('lists longer paths first, then older cookies', () => {
    const jar = createJar('root=1; Path=/', 'deep=2; Path=/auth', 'other=3; Path=/', 'root=4; Path=/')
    expect(jar.header(APP)).toBe('deep=2; root=4; other=3')
  })

  it.each([
    ['the default path, which is the directory', 'a=1', '/auth/x', '/authors'],
    ['path boundaries', 'a=1; Path=/auth', '/auth', '/authors'],
    ['a path with a trailing slash', 'a=1; Path=/auth/', '/auth/x', '/auth'],
    ['the default path instead of a relative one', 'a=1; Path=auth', '/auth/x', '/'],
  ])('is limited by %s', (_, line, inside, outside) => {
    const jar = createJar(line)
    expect(jar.header(new URL(inside, APP))).toBe('a=1')
    expect(jar.header(new URL(outside, APP))).toBe('')
  })

  it('is sent to the host only, unless Domain is set', () => {
    const jar = createJar('mine=1; Path=/', 'ours=2; Path=/; Domain=.Example.com')
    expect(jar.header('https://example.com/')).toBe('ours=2')
    expect(jar.header('https://sub.app.example.com/')).toBe('ours=2')
    expect(jar.header('https://badexample.com/')).toBe('')
  })

  it('contains no Secure cookies for plain http', () => {
    expect(createJar('a=1; Path=/; Secure').header('http://app.example.com/')).toBe('')
  })

  it.each([
    ['Strict', 'GET', ''],
    ['Lax', 'GET', 'a=1'],
    ['Lax', 'POST', ''],
    ['None; Secure', 'POST', 'a=1'],
  ])('of a cross-site request, with SameSite=%s and %s, is "%s"', (sameSite, method, sent) => {
    const jar = createJar(`a=1; Path=/; SameSite=${sameSite}`)
    expect(jar.header(APP, { method, crossSite: true })).toBe(sent)
    expect(jar.header(APP, { method, crossSite: false })).toBe('a=1')
  })
})

describe('a jar rejects', () => {
  it.each([
    ['Secure from plain http', 'http://app.example.com/', 'a=1; Secure'],
    ['SameSite=None without Secure', APP, 'a=1; SameSite=None'],
    ['a foreign domain', APP, 'a=1; Domain=example.org'],
    ['a domain below the host', APP, 'a=1; Domain=x.app.example.com'],
    ['a top-level domain', APP, 'a=1; Domain=com'],
    ['__Secure- without Secure', APP, '__Secure-a=1'],
    ['__Host- without Secure', APP, '__Host-a=1; Path=/'],
    ['__Host- with a domain', APP, '__Host-a=1; Secure; Path=/; Domain=app.example.com'],
    ['__Host- with a narrower path', APP, '__Host-a=1; Secure; Path=/auth'],
    ['__host- in lower case', APP, '__host-a=1'],
    ['a control character', APP, 'a=1\u00072'],
    ['more than 4096 bytes', APP, `a=${'x'.repeat(4096)}`],
    ['an empty pair', APP, '=; Path=/'],
  ])('%s', (_, url, line) => {
    const jar = new CookieJar()
    expect(jar.set(url, line)).toBe(false)
    expect(jar.cookies()).toEqual([])
  })

  it('plain http cookies that would replace a Secure cookie', () => {
    const jar = createJar('a=1; Path=/; Secure')
    expect(jar.set('http://app.example.com/', 'a=2; Path=/')).toBe(false)
    expect(jar.header(APP)).toBe('a=1')
  })

  it('no cookies that fulfill the rules of their prefix', () => {
    expect(createJar('__Host-a=1; Secure; Path=/', '__Secure-b=1; Secure').cookies()).toHaveLength(2)
  })
})

describe('a cookie is deleted', () => {
  it.each([
    ['Max-Age=0', 'a=; Path=/; Max-Age=0'],
    ['a date in the past', 'a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    ['a date of two digits and dashes', 'a=; Path=/; Expires=Sun, 06-Nov-94 08:49:37 GMT'],
    ['Max-Age before Expires', 'a=; Path=/; Max-Age=0; Expires=Fri, 01 Jan 2100 00:00:00 GMT'],
  ])('by %s', (_, line) => {
    expect(createJar('a=1; Path=/', line).cookies()).toEqual([])
  })

  it('only if name, domain and path are the same', () => {
    const jar = createJar(
      'a=1; Path=/auth',
      'a=; Path=/; Max-Age=0',
      'a=; Path=/auth; Domain=example.com; Max-Age=0',
    )
    expect(jar.header(APP)).toBe('a=1')
  })

  it('when it expires, after 400 days at most', () => {
    vi.useFakeTimers()
    const jar = createJar(
      'short=1; Max-Age=60',
      'long=1; Max-Age=999999999',
      'odd=1; Expires=2020-01-01T00:00:00Z',
    )
    vi.advanceTimersByTime(60_000)
    expect(jar.cookies().map(({ name }) => name)).toEqual(['long', 'odd'])
    vi.advanceTimersByTime(400 * 86_400_000)
    expect(jar.cookies().map(({ name }) => name)).toEqual(['odd'])
  })
})

it('stores the attributes of a cookie', () => {
  expect(createJar('a=1; Path=/; HttpOnly; Secure; SameSite=Strict').get('a')).toMatchObject({
    value: '1',
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
    hostOnly: true,
    expires: null,
  })
})

it('a clone is independent', () => {
  const jar = createJar('a=1; Path=/')
  const copy = jar.clone()
  jar.clear()
  expect(copy.header(APP)).toBe('a=1')
  expect(jar.header(APP)).toBe('')
})
