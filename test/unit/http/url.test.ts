import { describe, expect, test } from 'vitest'
import {
  appendQuery,
  buildOrigin,
  encodeForHeader,
  isRedirectUrl,
  isWithinHeaderLimit,
  toAbsoluteUrl,
  toWellFormed,
} from '../../../src/http/url.js'

describe('the origin of a Host header', () => {
  test.each([
    ['https', 'app.example', 'https://app.example'],
    ['http', 'localhost', 'http://localhost'],
    ['http', 'localhost:3000', 'http://localhost:3000'],
    ['https', 'a-b.app.example:8443', 'https://a-b.app.example:8443'],
    ['https', 'app.example:443', 'https://app.example'],
    ['http', 'app.example:80', 'http://app.example'],
    ['http', 'app.example:443', 'http://app.example:443'],
    ['https', 'APP.Example', 'https://app.example'],
    ['https', 'a_b.example', 'https://a_b.example'],
    ['http', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http', '0x7f000001', 'http://127.0.0.1'],
    ['http', '127.1', 'http://127.0.0.1'],
    ['http', '[::1]:3000', 'http://[::1]:3000'],
    ['https', 'xn--mnchen-3ya.example', 'https://xn--mnchen-3ya.example'],
    ['https', 'app.example:03000', 'https://app.example:3000'],
  ])('%s and %s make %s', (scheme, host, origin) => {
    expect(buildOrigin(scheme, host)).toBe(origin)
  })

  test.each([
    ['https', ''],
    ['https', 'app.example/x'],
    ['https', 'app.example?x'],
    ['https', 'user@app.example'],
    ['https', 'app.example\n'],
    ['https', ' app.example'],
    ['https', 'app.example,evil.example'],
    ['https', 'app.example:99999'],
    ['https', 'app.example:30000000'],
    ['https', '[::1'],
    ['https', 'xn--a.example'],
    ['https', 'exämple.com'],
    ['ftp', 'app.example'],
    ['javascript', 'app.example'],
    ['', 'app.example'],
  ])('%s and %j make none', (scheme, host) => {
    expect(buildOrigin(scheme, host)).toBeNull()
  })
})

describe('a text in a header', () => {
  test.each([
    ['/path?a=b', '/path?a=b'],
    ['/ä€', '/%C3%A4%E2%82%AC'],
    ['/a b\n\tc', '/a%20b%0A%09c'],
    ['/\x7f~!', '/%7F~!'],
  ])('%j is %s', (url, encoded) => {
    expect(encodeForHeader(url)).toBe(encoded)
  })

  test('has replacement characters for lone surrogates', () => {
    expect(toWellFormed('a\ud800b\udc00\u{1f511}')).toBe('a\ufffdb\ufffd\u{1f511}')
  })

  test('has at most 2,048 characters, also after percent-encoding', () => {
    expect(isWithinHeaderLimit('a'.repeat(2_048))).toBe(true)
    expect(isWithinHeaderLimit('a'.repeat(2_049))).toBe(false)
    expect(isWithinHeaderLimit('ä'.repeat(341))).toBe(true)
    expect(isWithinHeaderLimit('ä'.repeat(342))).toBe(false)
    expect(isWithinHeaderLimit('\ud800')).toBe(true)
  })
})

describe('a redirect URL', () => {
  test.each(['/', '/x', '//x', 'https://x.example', 'HTTP://x.example'])('can be %s', url => {
    expect(isRedirectUrl(url)).toBe(true)
  })

  test.each([
    undefined,
    null,
    7,
    '',
    'x',
    'ftp://x.example',
    'javascript:alert(1)//https:',
    'xhttps://x.example',
    'https://',
    'https:',
    `/${'a'.repeat(2_048)}`,
  ])('cannot be %s', url => {
    expect(isRedirectUrl(url)).toBe(false)
  })

  test('is made absolute with the origin', () => {
    expect(toAbsoluteUrl('/x', 'https://app.example')).toBe('https://app.example/x')
    expect(toAbsoluteUrl('https://x.example/', 'https://app.example')).toBe('https://x.example/')
  })
})

describe('query parameters', () => {
  test.each([
    ['/x', { a: 'b' }, '/x?a=b'],
    ['/x?c=d', { a: 'b c' }, '/x?c=d&a=b+c'],
    ['/x#y', { a: 'b' }, '/x?a=b#y'],
    ['/x?c#y#z', { a: 'b' }, '/x?c&a=b#y#z'],
    ['#y', { a: 'b' }, '?a=b#y'],
    ['/x#y', {}, '/x#y'],
  ])('are added to %s', (url, params, result) => {
    expect(appendQuery(url, params)).toBe(result)
  })
})
