import fc from 'fast-check'
import { createAuth, toRequestHead } from 'latchkey/server'
import type { AuthConfig, SetCookie } from 'latchkey/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseActionOptions } from '../../../src/integrations/shared/action-options.js'
import { resolveConfigInput } from '../../../src/integrations/shared/config-input.js'
import { writeCookies } from '../../../src/integrations/shared/cookies.js'

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL']) vi.stubEnv(name, undefined)
})

afterEach(() => vi.unstubAllEnvs())

const proxied = { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' }

describe('parseActionOptions', () => {
  test('redirects by default, and parses options from an object or a form', () => {
    expect(parseActionOptions()).toEqual({ redirect: true, redirectTo: undefined, fields: {} })
    expect(parseActionOptions({ redirect: false, redirectTo: '/x', email: 'ada' })).toEqual({
      redirect: false,
      redirectTo: '/x',
      fields: { email: 'ada' },
    })
    const form = new FormData()
    form.set('redirect', 'false')
    form.set('redirectTo', '')
    form.set('email', 'ada')
    form.set('picture', new Blob(['x']), 'x.png')
    expect(parseActionOptions(form)).toEqual({
      redirect: false,
      redirectTo: undefined,
      fields: { email: 'ada' },
    })
  })
})

/** Resolves the public origin of a request. */
function resolveOrigin(request: Request, config: Partial<AuthConfig>): string | null {
  return createAuth({ providers: [], ...config }).resolveOrigin(toRequestHead(request))
}

describe('the origin of a request', () => {
  test('is that of AUTH_URL', () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example/auth')
    const request = new Request('http://localhost:3000/a?b=c', { method: 'POST', body: 'x' })
    expect(resolveOrigin(request, { trustHost: false })).toBe('https://shop.example')
  })

  test('is that of the forwarded headers if the host is trusted', () => {
    const headers = { ...proxied, host: 'localhost:3000' }
    const request = new Request('http://localhost:3000/a', { headers })
    expect(resolveOrigin(request, { trustHost: true })).toBe('https://shop.example')
    expect(resolveOrigin(request, { trustHost: false })).toBe('http://localhost:3000')
  })

  test('is null if the forwarded hosts differ', () => {
    const headers = { ...proxied, 'x-forwarded-host': 'evil.example, shop.example' }
    const request = new Request('http://localhost:3000/a', { headers })
    const config = { trustHost: true, logger: { error: () => {} } }
    expect(resolveOrigin(request, config)).toBeNull()
    expect(resolveOrigin(request, { ...config, trustedProxies: 1 })).toBe('https://shop.example')
  })

  test('is that of the URL if no header names one', () => {
    expect(resolveOrigin(new Request('http://localhost:3000/a'), { trustHost: true })).toBe(
      'http://localhost:3000',
    )
  })

  test('is null for a path whose headers name no host', () => {
    const auth = createAuth({ providers: [] })
    const head = { method: 'GET', url: '/a', getHeader: () => null, toHeaders: () => new Headers() }
    expect(auth.resolveOrigin(head)).toBeNull()
  })
})

describe('writeCookies', () => {
  test('sets all attributes that frameworks have different defaults for, and omits undefined ones', () => {
    const written: unknown[] = []
    const cookies: SetCookie[] = [
      { name: 'a', value: '1', options: { maxAge: 0, domain: undefined } },
      { name: 'b', value: '2', options: { path: '/auth', httpOnly: true, secure: true, sameSite: 'lax' } },
    ]
    writeCookies(cookies, (...cookie) => written.push(cookie))
    expect(written).toStrictEqual([
      ['a', '1', { maxAge: 0, path: '/', httpOnly: false, secure: false }],
      ['b', '2', { path: '/auth', httpOnly: true, secure: true, sameSite: 'lax' }],
    ])
  })
})

test('a Host header is parsed as in a URL', () => {
  const auth = createAuth({ providers: [] })
  const parts = ['a', 'Z', 'xn--', '-', '.', '0', '127', '0x7f', ':80', ':443', ':3000', ':', '[::1]', '_']
  const host = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map(all => all.join(''))
  fc.assert(
    fc.property(host, text => {
      const headers = new Headers({ host: text })
      const head = {
        method: 'GET',
        url: '/',
        getHeader: (name: string) => headers.get(name),
        toHeaders: () => headers,
      }
      const expected = URL.canParse(`https://${text}`) ? new URL(`https://${text}`).origin : null
      expect(auth.resolveOrigin(head)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

test('a configuration may be a function of the request', async () => {
  expect(await resolveConfigInput({ providers: [] }, 'shop')).toEqual({ providers: [] })
  const createConfig = (tenant: string) => Promise.resolve({ tenant })
  expect(await resolveConfigInput(createConfig, 'shop')).toEqual({ tenant: 'shop' })
})
