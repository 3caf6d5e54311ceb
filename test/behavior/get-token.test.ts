import { encode, type GetTokenParams, getToken, type JWT, type JWTDecodeParams } from 'latchkey/jwt'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'

describe('getToken', () => {
  const secret = 'a secret of more than 32 characters!'
  const plain = 'authjs.session-token'
  const secure = '__Secure-authjs.session-token'

  const encodeToken = (sub: string, salt = plain, pad = '') => encode({ token: { sub, pad }, secret, salt })

  function asking(headers: Record<string, string>): { headers: Headers } {
    return { headers: new Headers(headers) }
  }

  /** A cookie header with the value in chunks, in the given order. */
  function chunked(name: string, value: string, order: readonly number[]): string {
    const size = Math.ceil(value.length / order.length)
    return order.map(at => `${name}.${at}=${value.slice(at * size, (at + 1) * size)}`).join('; ')
  }

  describe('the token is read', () => {
    test('from the cookie of a Request', async () => {
      const req = new Request('http://localhost:3000/', {
        headers: { cookie: `a=b; ${plain}=${await encodeToken('ada')}` },
      })
      expect(await getToken({ req, secret })).toMatchObject({ sub: 'ada' })
    })

    test('from plain header objects, with names in any case', async () => {
      const token = await encodeToken('ada')
      for (const headers of [
        { cookie: `${plain}=${token}` },
        { cookie: [`${plain}=${token}`, 'a=b'] },
        { Cookie: `${plain}=${token}` },
        { authorization: `Bearer ${token}` },
        { Authorization: `Bearer ${token}` },
      ]) {
        expect(
          await getToken({ req: { headers }, secret }),
          JSON.stringify(Object.keys(headers)),
        ).toMatchObject({
          sub: 'ada',
        })
      }
    })

    test('from other implementations of Headers', async () => {
      const token = await encodeToken('ada')
      class ForeignHeaders extends Map<string, string> {}
      const foreign = new ForeignHeaders([['cookie', `${plain}=${token}`]]) as unknown as Headers
      expect(await getToken({ req: { headers: foreign }, secret })).toMatchObject({ sub: 'ada' })
    })

    test('from chunks in any order', async () => {
      const token = await encodeToken('ada', plain, 'x'.repeat(9000))
      for (const order of [
        [0, 1, 2],
        [2, 0, 1],
        [10, 2, 1, 0, 3, 4, 5, 6, 7, 8, 9],
      ]) {
        const req = asking({ cookie: chunked(plain, token, order) })
        expect(await getToken({ req, secret })).toMatchObject({ sub: 'ada' })
      }
    })

    test('if other cookies have similar names', async () => {
      const token = await encodeToken('ada')
      const cookie = `${plain}-theme=dark; ${plain}.theme=x; ${plain}=${token}; ${plain}x=y; ${plain}.-1=z`
      expect(await getToken({ req: asking({ cookie }), secret })).toMatchObject({ sub: 'ada' })
    })

    test('from the first duplicate that can be decoded', async () => {
      const [ada, bob] = await Promise.all([encodeToken('ada'), encodeToken('bob')])
      const cookie = `${plain}=stale; ${plain}=${ada}; ${plain}=${bob}`
      expect(await getToken({ req: asking({ cookie }), secret })).toMatchObject({ sub: 'ada' })
    })

    test('from an `Authorization: Bearer` header, percent-encoded or not', async () => {
      const token = await encodeToken('ada')
      const encoded = token.replaceAll('.', '%2E')
      for (const authorization of [`Bearer ${token}`, `Bearer ${encoded}`]) {
        expect(await getToken({ req: asking({ authorization }), secret })).toMatchObject({ sub: 'ada' })
      }
    })

    test('from the cookie before the header', async () => {
      const [cookie, bearer] = await Promise.all([encodeToken('ada'), encodeToken('bob')])
      const headers = { cookie: `${plain}=${cookie}`, authorization: `Bearer ${bearer}` }
      expect(await getToken({ req: asking(headers), secret })).toMatchObject({ sub: 'ada' })
      expect(await getToken({ req: asking(headers), raw: true })).toBe(cookie)
    })

    test('not from the header if a cookie is invalid', async () => {
      const authorization = `Bearer ${await encodeToken('bob')}`
      for (const cookie of [`${plain}=x`, `${plain}.0=x`, `${secure}=x`])
        expect(await getToken({ req: asking({ cookie, authorization }), secret }), cookie).toBeNull()
      const other = asking({ cookie: 'theme=dark', authorization })
      expect(await getToken({ req: other, secret })).toMatchObject({ sub: 'bob' })
    })
  })

  describe('the cookie name', () => {
    test('is the secure or the plain one, whichever exists', async () => {
      const cookies = { [plain]: await encodeToken('plain'), [secure]: await encodeToken('secure', secure) }
      for (const [name, token] of Object.entries(cookies)) {
        const req = asking({ cookie: `${name}=${token}` })
        expect(await getToken({ req, secret })).toMatchObject({ sub: name === plain ? 'plain' : 'secure' })
      }
      const both = asking({ cookie: `${plain}=${cookies[plain]}; ${secure}=${cookies[secure]}` })
      expect(await getToken({ req: both, secret })).toMatchObject({ sub: 'secure' })
    })

    test('is the secure one on https, because any host of the site can set the plain one', async () => {
      const token = await encodeToken('eve')
      const headers = { cookie: `${plain}=${token}` }
      const withUrl = (url: string) => [new Request(url, { headers }), { url, headers }]
      for (const req of withUrl('https://app.example/page')) {
        expect(await getToken({ req, secret })).toBeNull()
        expect(await getToken({ req, raw: true })).toBeNull()
        expect(await getToken({ req, secret, secureCookie: false })).toMatchObject({ sub: 'eve' })
        expect(await getToken({ req, secret, cookieName: plain })).toMatchObject({ sub: 'eve' })
      }
      // A server behind a proxy that ends TLS sees http.
      for (const req of [...withUrl('http://app.example/page'), { url: '/page', headers }])
        expect(await getToken({ req, secret })).toMatchObject({ sub: 'eve' })
    })

    test('is also the salt of a bearer token: the secure or the plain one', async () => {
      for (const salt of [plain, secure]) {
        const headers = { authorization: `Bearer ${await encodeToken('ada', salt)}` }
        const req = { url: 'https://app.example/page', headers }
        expect(await getToken({ req, secret })).toMatchObject({ sub: 'ada' })
      }
    })

    test('follows `secureCookie`', async () => {
      const cookie = `${plain}=${await encodeToken('plain')}; ${secure}=${await encodeToken('secure', secure)}`
      const req = asking({ cookie })
      expect(await getToken({ req, secret, secureCookie: false })).toMatchObject({ sub: 'plain' })
      expect(await getToken({ req, secret, secureCookie: true })).toMatchObject({ sub: 'secure' })
      const onlyPlain = asking({ cookie: `${plain}=${await encodeToken('plain')}` })
      expect(await getToken({ req: onlyPlain, secret, secureCookie: true })).toBeNull()
    })

    test('is `cookieName`, which is also the salt unless `salt` is set', async () => {
      const req = asking({ cookie: `mine=${await encodeToken('ada', 'mine')}` })
      expect(await getToken({ req, secret, cookieName: 'mine' })).toMatchObject({ sub: 'ada' })
      const salted = asking({ cookie: `mine=${await encodeToken('ada', 'pepper')}` })
      expect(await getToken({ req: salted, secret, cookieName: 'mine' })).toBeNull()
      expect(await getToken({ req: salted, secret, cookieName: 'mine', salt: 'pepper' })).toMatchObject({
        sub: 'ada',
      })
    })
  })

  describe('returns null', () => {
    test.each([
      ['without headers', {}],
      ['for an empty cookie', { cookie: `${plain}=` }],
      ['for a scheme without a token', { authorization: 'Bearer' }],
      ['for malformed percent-encoding', { authorization: 'Bearer %E0%A4%A' }],
      ['for garbage in the cookie', { cookie: `${plain}=garbage; ;;=; %=%` }],
      ['if the first chunk is missing', { cookie: `${plain}.1=abc` }],
    ])('%s', async (_, headers) => {
      expect(await getToken({ req: asking(headers), secret })).toBeNull()
    })

    test('for another scheme than Bearer', async () => {
      const token = await encodeToken('ada')
      for (const authorization of [`Basic ${token}`, `bearer ${token}`, `Bearer  ${token}`, token]) {
        expect(
          await getToken({ req: asking({ authorization }), secret }),
          authorization.slice(0, 8),
        ).toBeNull()
        expect(await getToken({ req: asking({ authorization }), raw: true })).toBeNull()
      }
    })

    test('for a token of another secret or an expired token', async () => {
      const req = asking({ cookie: `${plain}=${await encodeToken('ada')}` })
      expect(await getToken({ req, secret: 'another' })).toBeNull()
      expect(await getToken({ req, secret: ['another', secret] })).toMatchObject({ sub: 'ada' })
      const old = await encode({ secret, salt: plain, maxAge: -60 })
      expect(await getToken({ req: asking({ cookie: `${plain}=${old}` }), secret })).toBeNull()
    })
  })

  describe('options', () => {
    test('`raw` returns the encoded token', async () => {
      const req = asking({ cookie: chunked(plain, 'abcdef', [1, 0]) })
      const token = await getToken({ req, raw: true })
      expectTypeOf(token).toEqualTypeOf<string | null>()
      expect(token).toBe('abcdef')
      expect(await getToken({ req: asking({}), raw: true })).toBeNull()
    })

    test('without a secret, a token throws MissingSecret and no token returns null', async () => {
      const req = asking({ cookie: `${plain}=${await encodeToken('ada')}` })
      for (const none of [undefined, '', [], [''], [undefined as never], null as never]) {
        await expect(getToken({ req, secret: none })).rejects.toMatchObject({ type: 'MissingSecret' })
        expect(await getToken({ req: asking({}), secret: none })).toBeNull()
      }
    })

    test('`decode` replaces the default and receives the secret as it was passed', async () => {
      const req = asking({ cookie: `${plain}=abc` })
      for (const given of [secret, [secret, 'older']]) {
        const seen: JWTDecodeParams[] = []
        const decode = (params: JWTDecodeParams) => {
          seen.push(params)
          return { sub: 'ada' }
        }
        const payload = await getToken({ req, secret: given, decode })
        expectTypeOf(payload).toEqualTypeOf<JWT | null>()
        expect(payload).toEqual({ sub: 'ada' })
        expect(seen[0]).toEqual({ token: 'abc', secret: given, salt: expect.any(String) })
      }
    })

    test('`logger` receives why a token was rejected, but not the token', async () => {
      const heard: unknown[][] = []
      const logger = { debug: (...said: unknown[]) => void heard.push(said) }
      const req = asking({ cookie: `${plain}=${await encodeToken('ada')}` })
      expect(await getToken({ req, secret: 'another secret of thirty-two characters', logger })).toBeNull()
      expect(heard).toEqual([['session token rejected', { code: 'ERR_JWE_DECRYPTION_FAILED' }]])
      expectTypeOf(console).toExtend<NonNullable<GetTokenParams['logger']>>()
    })
  })

  describe('an invalid request', () => {
    test('undefined throws an error that names `req`', async () => {
      const none = { secret } as Parameters<typeof getToken>[0]
      await expect(getToken(none)).rejects.toThrow(/`req`/)
    })

    test.each([undefined, null, {}])('with headers %j returns null', async headers => {
      const req = { headers } as unknown as Request
      expect(await getToken({ req, secret })).toBeNull()
    })
  })

  test('getToken reads no environment variables', async () => {
    vi.stubEnv('AUTH_SECRET', secret)
    vi.stubEnv('NEXTAUTH_SECRET', secret)
    vi.stubEnv('AUTH_URL', 'http://localhost:3000')
    const req = asking({ cookie: `${secure}=${await encodeToken('secure', secure)}` })
    await expect(getToken({ req })).rejects.toMatchObject({ type: 'MissingSecret' })
    expect(await getToken({ req, secret })).toMatchObject({ sub: 'secure' })
    vi.unstubAllEnvs()
  })

  test.each([
    ['throws', () => Promise.reject(new Error('malformed'))],
    ['returns null', () => null],
  ])('a custom `decode` that %s returns null', async (_, decode) => {
    const req = asking({ cookie: `${plain}=abc` })
    expect(await getToken({ req, secret, decode })).toBeNull()
  })
})
