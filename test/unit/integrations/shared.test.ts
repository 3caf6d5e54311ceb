import fc from 'fast-check'
import type { SetCookie } from 'latchkey/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resolveConfig } from '../../../src/integrations/shared/config-input.js'
import { writeCookies } from '../../../src/integrations/shared/cookies.js'
import { createRequestFromHeaders, toPublicRequest } from '../../../src/integrations/shared/public-request.js'
import { parseSignInOptions } from '../../../src/integrations/shared/sign-in-options.js'

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL']) vi.stubEnv(name, undefined)
})

afterEach(() => vi.unstubAllEnvs())

const proxied = { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' }

describe('what an app says beside the provider', () => {
  test('is to go there, unless it says otherwise, in a form too', () => {
    expect(parseSignInOptions()).toEqual({ redirect: true, redirectTo: undefined, fields: {} })
    expect(parseSignInOptions({ redirect: false, redirectTo: '/x', email: 'ada' })).toEqual({
      redirect: false,
      redirectTo: '/x',
      fields: { email: 'ada' },
    })
    const form = new FormData()
    form.set('redirect', 'false')
    form.set('redirectTo', '')
    form.set('email', 'ada')
    form.set('picture', new Blob(['x']), 'x.png')
    expect(parseSignInOptions(form)).toEqual({
      redirect: false,
      redirectTo: undefined,
      fields: { email: 'ada' },
    })
  })
})

describe('the address of a request', () => {
  test('is that of AUTH_URL, with the path and the query that were asked for', () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example/auth')
    const request = new Request('http://localhost:3000/a?b=c', { method: 'POST', body: 'x' })
    const seen = toPublicRequest(request, { trustHost: false })
    expect([seen.url, seen.method]).toEqual(['https://shop.example/a?b=c', 'POST'])
  })

  test('is what a proxy says where the host is trusted', () => {
    const request = new Request('http://localhost:3000/a', {
      headers: { ...proxied, host: 'localhost:3000' },
    })
    expect(toPublicRequest(request, { trustHost: true }).url).toBe('https://shop.example/a')
    expect(toPublicRequest(request, { trustHost: false })).toBe(request)
  })

  test('stays when no header says anything', () => {
    const request = new Request('http://localhost:3000/a')
    expect(toPublicRequest(request, { trustHost: true })).toBe(request)
  })

  test('is found from headers alone, if they tell', () => {
    expect(createRequestFromHeaders(new Headers(proxied), { trustHost: true })?.url).toBe(
      'https://shop.example/',
    )
    expect(createRequestFromHeaders(new Headers(), { trustHost: true })).toBeNull()
  })
})

describe('a cookie that a framework writes', () => {
  test('has all attributes that frameworks have defaults of their own for, and none that is undefined', () => {
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

test('a host is read as any URL of it is', () => {
  const parts = ['a', 'Z', 'xn--', '-', '.', '0', '127', '0x7f', ':80', ':443', ':3000', ':', '[::1]', '_']
  const host = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map(all => all.join(''))
  fc.assert(
    fc.property(host, text => {
      const request = createRequestFromHeaders(new Headers({ host: text }), {})
      const expected = URL.canParse(`https://${text}`) ? new URL(`https://${text}`).origin : null
      expect(request ? new URL(request.url).origin : null).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

test('a configuration may be made for each request', async () => {
  expect(await resolveConfig({ providers: [] }, 'shop')).toEqual({ providers: [] })
  const lazy = (tenant: string) => Promise.resolve({ tenant })
  expect(await resolveConfig(lazy, 'shop')).toEqual({ tenant: 'shop' })
})
