import { createActionURL } from 'latchkey'
import { describe, expect, test } from 'vitest'

type Headers_ = Record<string, string>

/** The address of the session action. */
function address(
  env: Record<string, string | undefined>,
  headers: Headers_ = {},
  more: { basePath?: string; protocol?: string } = {},
) {
  const warnings: string[] = []
  const { basePath, protocol = 'https' } = more
  const logger = { warn: (code: string) => void warnings.push(code) }
  const url = createActionURL('session', protocol, new Headers(headers), env, { basePath, logger })
  return { href: url.href, warnings }
}

const host = { host: 'app.example' }

describe('Behaviour section 18.2: environment, createActionURL', () => {
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
    ])('%s and basePath %s it is %s', (AUTH_URL, basePath, expected) => {
      const { href, warnings } = address(
        { AUTH_URL },
        { host: 'other.example' },
        basePath === undefined ? {} : { basePath },
      )
      expect({ href, warnings }).toEqual({ href: expected, warnings: [] })
    })

    test('whose path is another than basePath there is a warning, and basePath wins', () => {
      expect(address({ AUTH_URL: 'https://app.example/one' }, {}, { basePath: '/two' })).toEqual({
        href: 'https://app.example/two/session',
        warnings: ['env-url-basepath-mismatch'],
      })
    })

    test('nothing that the request says counts', () => {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
      }
      expect(address({ AUTH_URL: 'https://app.example' }, headers, { basePath: '/auth' }).href).toBe(
        'https://app.example/auth/session',
      )
    })

    test('NEXTAUTH_URL is its older name', () => {
      expect(address({ NEXTAUTH_URL: 'https://old.example' }, host).href).toBe('https://old.example/session')
      const both = { AUTH_URL: 'https://new.example', NEXTAUTH_URL: 'https://old.example' }
      expect(address(both, host).href).toBe('https://new.example/session')
      const empty = { AUTH_URL: '', NEXTAUTH_URL: 'https://old.example' }
      expect(address(empty, host).href).toBe('https://old.example/session')
    })

    test.each(['', 'no url'])('that is %j it is as if there were none', AUTH_URL => {
      expect(address({ AUTH_URL }, host, { basePath: '/auth' }).href).toBe('https://app.example/auth/session')
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
        { ...host, 'x-forwarded-host': 'a.example, b.example', 'x-forwarded-proto': 'https,http' },
        'http',
        'https://a.example/auth/session',
      ],
      [{ host: 'app.example:8443' }, 'https', 'https://app.example:8443/auth/session'],
    ])('of %j by %s it is %s', (headers, protocol, expected) => {
      expect(address({}, headers, { basePath: '/auth', protocol }).href).toBe(expected)
    })

    test('forwarded headers do not count where the environment trusts no host', () => {
      const headers = { ...host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' }
      expect(address({ AUTH_TRUST_HOST: 'false' }, headers, { basePath: '/auth' }).href).toBe(
        'https://app.example/auth/session',
      )
    })

    test('and without a host there is no address', () => {
      expect(() => address({}, {}, { basePath: '/auth' })).toThrow(TypeError)
    })

    test.each(['evil.example/x?', 'evil.example#', 'user@evil.example', 'a b', '', 'app.example\\x'])(
      'a host that is none (%j) makes no address',
      name => {
        expect(() => address({}, { host: name }, { basePath: '/auth' })).toThrow()
      },
    )
  })

  test('each action has its address', () => {
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
