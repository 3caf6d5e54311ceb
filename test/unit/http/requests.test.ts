import { describe, expect, test } from 'vitest'
import { createJsonResult, createRedirectResult, parseBody } from '../../../src/http/messages.js'
import { rebuildRequest } from '../../../src/http/rebuild-request.js'
import { parseUiLocales } from '../../../src/http/ui-locales.js'
import type { AuthRequest, IncomingRequest } from '../../../src/types/request.js'

describe('a body', () => {
  const parse = (type: string | null, text: string | null) => {
    const request: Pick<IncomingRequest, 'getHeader' | 'readBody'> = {
      getHeader: name => (name === 'content-type' ? type : null),
      readBody: async maxBytes => (text === null || text.length > maxBytes ? null : text),
    }
    return parseBody(request as IncomingRequest)
  }

  test.each([
    ['application/json', '{"a":1}', { a: 1 }],
    ['Application/JSON; charset=utf-8', '{"a":1}', { a: 1 }],
    ['application/x-www-form-urlencoded', 'a=1&a=2&b=', { a: '2', b: '' }],
    ['application/x-www-form-urlencoded', '__proto__=1&a=2', { a: '2' }],
    ['text/plain', 'a=1', {}],
    ['', 'a=1', {}],
    [null, 'a=1', {}],
  ])('of type %s is parsed by its type', async (type, text, body) => {
    expect((await parse(type, text)).body).toEqual(body)
  })

  test('has a form if it is one', async () => {
    const { form } = await parse('application/x-www-form-urlencoded', '__proto__=1&a=1&a=2')
    expect(String(form)).toBe('a=1&a=2')
    for (const type of ['application/json', 'text/plain']) expect((await parse(type, '{}')).form).toBeNull()
  })

  test.each(['[]', 'null', '{', '7', ''])('of JSON that is %j is rejected', async text => {
    await expect(parse('application/json', text)).rejects.toMatchObject({ type: 'UnknownAction' })
  })

  test('of more than 100,000 bytes is rejected', async () => {
    const type = 'application/x-www-form-urlencoded'
    expect(Object.keys((await parse(type, 'a'.repeat(100_000))).body)).toHaveLength(1)
    await expect(parse(type, 'a'.repeat(100_001))).rejects.toMatchObject({ message: /100000 bytes/ })
  })
})

describe('a request for a hook', () => {
  const rebuild = async (given: Partial<AuthRequest>, headers: Record<string, string>) => {
    const head = { toHeaders: () => new Headers(headers) } as AuthRequest['head']
    const request = {
      url: new URL('https://app.example/x'),
      method: 'POST',
      body: {},
      form: null,
      ...given,
      head,
    }
    const rebuilt = rebuildRequest(request as AuthRequest)
    return { rebuilt, type: rebuilt.headers.get('content-type'), text: await rebuilt.text() }
  }
  const formType = 'application/x-www-form-urlencoded'

  test('has its form, with the content type as it was sent', async () => {
    const form = new URLSearchParams('a=1&a=2')
    const sent = { 'content-type': `${formType};charset=utf-8`, 'content-length': '99', 'x-a': 'b' }
    const { rebuilt, type, text } = await rebuild({ form }, sent)
    expect([rebuilt.method, rebuilt.url, type, text]).toEqual([
      'POST',
      'https://app.example/x',
      sent['content-type'],
      'a=2',
    ])
    expect([rebuilt.headers.get('content-length'), rebuilt.headers.get('x-a')]).toEqual([null, 'b'])
  })

  test('has the content type of a form if server code of the app made it', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const { type, text } = await rebuild({ form: new URLSearchParams('a=1') }, headers)
      expect([type, text]).toEqual([formType, 'a=1'])
    }
  })

  test('has its JSON', async () => {
    const { type, text } = await rebuild({ body: { a: 1 } }, { 'content-type': 'Application/JSON' })
    expect([type, text]).toEqual(['Application/JSON', '{"a":1}'])
  })

  test.each([
    ['POST', { 'content-type': 'text/plain' }],
    ['POST', {}],
    ['GET', { 'content-type': 'text/plain' }],
  ] as const)('%s without a body that was read has none', async (method, headers) => {
    const { rebuilt, type, text } = await rebuild({ method }, headers)
    expect([rebuilt.method, type, text]).toEqual([method, null, ''])
  })

  test('GET has no body', async () => {
    const { rebuilt, text } = await rebuild(
      { method: 'GET', form: new URLSearchParams('a=1') },
      { 'x-a': 'b' },
    )
    expect([rebuilt.method, text, rebuilt.headers.get('x-a')]).toEqual(['GET', '', 'b'])
  })
})

describe('a result', () => {
  test('with JSON is not cached and not sniffed', () => {
    expect(createJsonResult({ a: 1 })).toEqual({
      status: 200,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'private, no-cache, no-store',
        expires: '0',
        pragma: 'no-cache',
        'x-content-type-options': 'nosniff',
      },
      body: { a: 1 },
    })
    expect(createJsonResult(null, 503)).toMatchObject({ status: 503, body: null })
  })

  test('can be a redirect', () => {
    expect(createRedirectResult('/x')).toEqual({ redirect: '/x' })
  })
})

describe('`ui_locales`', () => {
  const parse = (query: object, body: object = {}) => parseUiLocales({ query, body } as AuthRequest)

  test.each(['de', 'de-CH', 'de-CH en fr', 'zh-Hant-TW', 'a'.repeat(100)])('can be "%s"', ui_locales => {
    expect(parse({ ui_locales })).toEqual({ ui_locales })
    expect(parse({}, { ui_locales })).toEqual({ ui_locales })
  })

  test.each([
    undefined,
    null,
    7,
    ['de'],
    '',
    '-',
    ' de',
    'de ',
    'de  en',
    'de,en',
    'de\n',
    'de"',
    'a'.repeat(101),
  ])('is ignored if it is %j', ui_locales => {
    expect(parse({ ui_locales })).toEqual({})
  })

  test('comes from the query first', () => {
    expect(parse({ ui_locales: 'de' }, { ui_locales: 'en' })).toEqual({ ui_locales: 'de' })
  })
})
