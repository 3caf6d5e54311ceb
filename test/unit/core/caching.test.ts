import { type AuthConfig, createAuth, type SessionDependence, toRequestHead } from 'latchkey/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { credentials, origin } from '../../support/app.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

interface Restricted {
  readonly headers: Headers
  readonly warnings: readonly string[]
}

/** Restricts the headers of a response of `/files/report.pdf`. */
function restrict(init: Record<string, string>, dependence: SessionDependence = 'private'): Restricted {
  const warnings: string[] = []
  const config: AuthConfig = {
    providers: [credentials],
    secret: 'a secret of 32 characters, for tests',
    trustHost: true,
    logger: { warn: (code, message) => void warnings.push(`${code}: ${message}`) },
  }
  const headers = new Headers(init)
  const head = toRequestHead(new Request(`${origin}/files/report.pdf?token=secret`))
  createAuth(config).restrictCaching(head, headers, dependence)
  return { headers, warnings }
}

describe('a private response', () => {
  test.each([
    [undefined, 'private, no-store'],
    ['public', 'private'],
    ['public, max-age=0', 'private, max-age=0'],
    ['Public, Max-Age=60, S-MaxAge=60', 'private, Max-Age=60'],
    ['max-age=60', 'private, max-age=60'],
    ['max-age=60, s-maxage = 60', 'private, max-age=60'],
    ['s-maxage=31536000, stale-while-revalidate', 'private, stale-while-revalidate'],
    ['no-cache', 'private, no-cache'],
    ['no-cache="set-cookie", max-age=60', 'private, max-age=60'],
    ['private="set-cookie", max-age=60', 'private, max-age=60'],
    ['private="a, b", public', 'private'],
    ['max-age=60, ext="public, s-maxage=1"', 'private, max-age=60, ext="public, s-maxage=1"'],
    ['must-understand, no-store', 'no-store'],
    ['public, no-store', 'no-store'],
    ['public, private', 'private'],
    ['private, max-age=60', 'private, max-age=60'],
    ['private', 'private'],
    ['no-store', 'no-store'],
  ])('with Cache-Control: %s gets %s', (before, after) => {
    const { headers } = restrict(before === undefined ? {} : { 'cache-control': before })
    expect(headers.get('cache-control')).toBe(after)
  })

  test.each([
    'cdn-cache-control',
    'akamai-cache-control',
    'cloudflare-cdn-cache-control',
    'netlify-cdn-cache-control',
    'vercel-cdn-cache-control',
    'edge-control',
    'surrogate-control',
    'x-accel-expires',
  ])('loses %s, which a CDN or a proxy obeys instead of Cache-Control', name => {
    const { headers, warnings } = restrict({ [name]: 'max-age=60' })
    expect([headers.get(name), headers.get('cache-control')]).toEqual([null, 'private, no-store'])
    expect(warnings).toHaveLength(1)
  })

  test('warns in development, and names the route without its query, once', () => {
    const { warnings } = restrict({ 'cache-control': 'public' })
    expect(warnings).toEqual([expect.stringMatching(/^public-response: .*"GET \/files\/report\.pdf"/)])
    expect(warnings.join()).not.toContain('token')
    expect(restrict({ 'cache-control': 'private, max-age=60' }).warnings).toEqual([])
    expect(restrict({}).warnings).toEqual([])
  })

  test.each(['production', undefined])('does not warn if NODE_ENV is %s', environment => {
    vi.stubEnv('NODE_ENV', environment)
    expect(restrict({ 'cache-control': 'public' }).warnings).toEqual([])
  })
})

describe('a response to a visitor', () => {
  test.each([
    [undefined, 'private, no-store'],
    ['public, max-age=60', 'public, max-age=60'],
    ['no-cache', 'no-cache'],
  ])('with Cache-Control: %s keeps what the app has set: %s', (before, after) => {
    const { headers, warnings } = restrict(before ? { 'cache-control': before } : {}, 'visitor')
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([after, 'Cookie'])
    expect(warnings).toEqual([])
  })
})

test.each<[string | undefined, string]>([
  [undefined, 'Cookie'],
  ['Accept-Encoding', 'Accept-Encoding, Cookie'],
  ['accept, COOKIE', 'accept, COOKIE'],
  ['*', '*'],
  ['X-Cookie', 'X-Cookie, Cookie'],
])('with Vary: %s, each response varies by %s', (before, after) => {
  for (const dependence of ['private', 'visitor'] as const)
    expect(restrict(before ? { vary: before } : {}, dependence).headers.get('vary')).toBe(after)
})
