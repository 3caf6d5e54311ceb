import fc from 'fast-check'
import { createActionURL } from 'latchkey'
import { describe, expect, test } from 'vitest'

type Headers_ = Record<string, string>

/** The URL of the session action. */
function createUrl(
  env: Record<string, string | undefined>,
  headers: Headers_ = {},
  more: { basePath?: string; protocol?: string; trustedProxies?: number } = {},
) {
  const warnings: string[] = []
  const { protocol = 'https', ...config } = more
  const logger = { warn: (code: string) => void warnings.push(code) }
  const url = createActionURL('session', protocol, new Headers(headers), env, { ...config, logger })
  return { href: url.href, warnings }
}

const host = { host: 'app.example' }

describe('createActionURL', () => {
  describe('with AUTH_URL', () => {
    test.each([
      ['https://app.example', '/auth', 'https://app.example/auth/session'],
      ['https://app.example/', '/auth', 'https://app.example/auth/session'],
      ['https://app.example/auth', '/auth', 'https://app.example/auth/session'],
      ['https://app.example/auth/', '/auth', 'https://app.example/auth/session'],
      ['https://app.example/api/auth', undefined, 'https://app.example/api/auth/session'],
      ['https://app.example/api/auth/', undefined, 'https://app.example/api/auth/session'],
      ['https://app.example', undefined, 'https://app.example/session'],
      ['https://app.example', '/', 'https://app.example/session'],
      ['https://app.example/api/auth', '/', 'https://app.example/api/auth/session'],
      ['http://localhost:3000', '/a/b/', 'http://localhost:3000/a/b/session'],
    ])('%s and basePath %s, returns %s', (AUTH_URL, basePath, expected) => {
      const { href, warnings } = createUrl(
        { AUTH_URL },
        { host: 'other.example' },
        basePath === undefined ? {} : { basePath },
      )
      expect({ href, warnings }).toEqual({ href: expected, warnings: [] })
    })

    test('warns and uses basePath if the path of AUTH_URL is a different one', () => {
      expect(createUrl({ AUTH_URL: 'https://app.example/one' }, {}, { basePath: '/two' })).toEqual({
        href: 'https://app.example/two/session',
        warnings: ['env-url-basepath-mismatch'],
      })
    })

    test('ignores the host and the forwarded headers of the request', () => {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
      }
      expect(createUrl({ AUTH_URL: 'https://app.example' }, headers, { basePath: '/auth' }).href).toBe(
        'https://app.example/auth/session',
      )
    })

    test('accepts NEXTAUTH_URL as an alias, which AUTH_URL overrides', () => {
      expect(createUrl({ NEXTAUTH_URL: 'https://old.example' }, host).href).toBe(
        'https://old.example/session',
      )
      const both = { AUTH_URL: 'https://new.example', NEXTAUTH_URL: 'https://old.example' }
      expect(createUrl(both, host).href).toBe('https://new.example/session')
      const empty = { AUTH_URL: '', NEXTAUTH_URL: 'https://old.example' }
      expect(createUrl(empty, host).href).toBe('https://old.example/session')
    })

    test.each(['', 'no url'])('set to %j, behaves as if AUTH_URL were not set', AUTH_URL => {
      expect(createUrl({ AUTH_URL }, host, { basePath: '/auth' }).href).toBe(
        'https://app.example/auth/session',
      )
    })
  })

  describe('without AUTH_URL', () => {
    test.each<[Headers_, string, string]>([
      [host, 'https', 'https://app.example/auth/session'],
      [host, 'http:', 'http://app.example/auth/session'],
      [host, '', 'https://app.example/auth/session'],
      [{ ...host, 'x-forwarded-host': 'public.example' }, 'http', 'http://public.example/auth/session'],
      [{ ...host, 'x-forwarded-proto': 'https' }, 'http', 'https://app.example/auth/session'],
      [
        { ...host, 'x-forwarded-host': 'a.example, a.example', 'x-forwarded-proto': 'https,http' },
        'http',
        'https://a.example/auth/session',
      ],
      [
        { ...host, 'x-forwarded-host': 'a.example,, A.EXAMPLE:443', 'x-forwarded-proto': 'http, https' },
        'http',
        'https://a.example/auth/session',
      ],
      [{ ...host, 'x-forwarded-host': ' , ' }, 'https', 'https://app.example/auth/session'],
      [{ host: 'app.example:8443' }, 'https', 'https://app.example:8443/auth/session'],
    ])('with headers %j and protocol %s, returns %s', (headers, protocol, expected) => {
      expect(createUrl({}, headers, { basePath: '/auth', protocol }).href).toBe(expected)
    })

    test('ignores forwarded headers if AUTH_TRUST_HOST is false', () => {
      const headers = { ...host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' }
      expect(createUrl({ AUTH_TRUST_HOST: 'false' }, headers, { basePath: '/auth' }).href).toBe(
        'https://app.example/auth/session',
      )
    })

    test('throws an error that names `trustedProxies` if the forwarded hosts differ', () => {
      const lists = [
        'evil.example, app.example',
        'evil.example,app.example',
        'app.example, a.example',
        'a b, a.b',
      ]
      for (const list of lists)
        expect(() => createUrl({}, { ...host, 'x-forwarded-host': list }), list).toThrow(/`trustedProxies`/)
    })

    test('uses the forwarded host that the outermost of `trustedProxies` added', () => {
      const name = fc.stringMatching(/^[a-z]{1,8}\.example$/)
      fc.assert(
        fc.property(fc.array(name), fc.array(name, { minLength: 1 }), (sentByClient, addedByProxies) => {
          const headers = { ...host, 'x-forwarded-host': [...sentByClient, ...addedByProxies].join(', ') }
          const { href } = createUrl({}, headers, { trustedProxies: addedByProxies.length })
          expect(href).toBe(`https://${addedByProxies[0]}/session`)
        }),
      )
    })

    test('uses the first forwarded host if there are fewer than `trustedProxies`', () => {
      const headers = { ...host, 'x-forwarded-host': 'a.example, b.example' }
      expect(createUrl({}, headers, { trustedProxies: 3 }).href).toBe('https://a.example/session')
    })

    test('ignores forwarded headers if `trustedProxies` is 0', () => {
      const headers = { ...host, 'x-forwarded-host': 'evil.example, a.example', 'x-forwarded-proto': 'http' }
      expect(createUrl({}, headers, { trustedProxies: 0 }).href).toBe('https://app.example/session')
    })

    test('uses the Host header if the trusted proxy added an empty host', () => {
      const headers = { ...host, 'x-forwarded-host': 'evil.example, , inner.example' }
      expect(createUrl({}, headers, { trustedProxies: 2 }).href).toBe('https://app.example/session')
    })

    test('throws a TypeError if there is no host', () => {
      expect(() => createUrl({}, {}, { basePath: '/auth' })).toThrow(TypeError)
    })

    test.each(['evil.example/x?', 'evil.example#', 'user@evil.example', 'a b', '', 'app.example\\x'])(
      'throws if the host is invalid: %j',
      name => {
        expect(() => createUrl({}, { host: name }, { basePath: '/auth' })).toThrow()
      },
    )
  })

  test('returns the URL of each action', () => {
    const actions = [
      'callback',
      'csrf',
      'error',
      'providers',
      'session',
      'signin',
      'signout',
      'verify-request',
    ] as const
    for (const action of actions) {
      const url = createActionURL(action, 'https', new Headers(host), {}, { basePath: '/auth' })
      expect(url).toEqual(new URL(`https://app.example/auth/${action}`))
    }
  })
})
