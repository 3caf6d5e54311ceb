import { describe, expect, test } from 'vitest'
import { ada, completeRoundTrip, createTestApp, credentials, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { awayAddresses } from './open-redirect-payloads.js'

/** Hundreds of sign-ins, which may be slow on a busy machine. */
const timeout = 60_000

/** Every way to send a callback URL; each returns the redirect. */
const inputs: Record<string, (visit: Visitor, csrfToken: string, callbackUrl: string) => Promise<Response>> =
  {
    'a callback URL in the form of a sign-in': (visit, csrfToken, callbackUrl) =>
      visit.post('/auth/callback/credentials', { csrfToken, callbackUrl, ...ada }),
    'a callback URL in the JSON of a sign-in': (visit, csrfToken, callbackUrl) =>
      visit.post('/auth/callback/credentials', { csrfToken, callbackUrl, ...ada }, { json: true }),
    'a callback URL in the query of a sign-in': (visit, csrfToken, callbackUrl) =>
      visit.post(`/auth/callback/credentials?${new URLSearchParams({ callbackUrl })}`, { csrfToken, ...ada }),
    'a callback URL in the cookie of a sign-in': (visit, csrfToken, callbackUrl) => {
      const value = encodeURIComponent(new URLSearchParams({ callbackUrl }).get('callbackUrl') ?? '')
      visit.jar.set(origin, `__Secure-authjs.callback-url=${value}; Secure; Path=/`)
      return visit.post('/auth/callback/credentials', { csrfToken, ...ada })
    },
    'a callback URL in the form of a sign-out': (visit, csrfToken, callbackUrl) =>
      visit.post('/auth/signout', { csrfToken, callbackUrl }),
    'a callback URL in a sign-in with a provider': async (visit, csrfToken, callbackUrl) => {
      const away = await visit.post('/auth/signin/op', { csrfToken, callbackUrl })
      return completeRoundTrip(visit, op, away)
    },
  }

const op = createMaliciousProvider()
const createApp = (more = {}) => createTestApp({ op, providers: [op.provider(), credentials], ...more })

/** The URL that a browser opens: the Location header, resolved against the request URL. */
function getDestination(response: Response): URL {
  const location = response.headers.get('location') ?? ''
  expect(location).toMatch(/^[!-~]+$/)
  return new URL(location, `${origin}/auth/callback/credentials`)
}

test('at least 300 payloads resolve to a foreign origin', () => {
  expect(new Set(awayAddresses).size).toBeGreaterThan(600)
  const escapes = awayAddresses.filter(address => {
    const url = URL.canParse(address, origin) ? new URL(address, origin) : null
    return url !== null && url.origin !== origin
  })
  expect(escapes.length).toBeGreaterThan(300)
})

describe.each(Object.keys(inputs))('%s', name => {
  test('redirects to the own origin only', { timeout }, async () => {
    const { open } = createApp()
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    for (const address of awayAddresses) {
      const answer = await inputs[name]?.(visit, csrfToken, address)
      const url = getDestination(answer ?? Response.error())
      expect(url.origin, JSON.stringify(address)).toBe(origin)
    }
  })

  test.each(['https://user:secret@app.example/', 'https://accounts.example@app.example/'])(
    'removes credentials from the URL: %s',
    async address => {
      const { open } = createApp()
      const visit = open()
      const answer = await inputs[name]?.(visit, await visit.getCsrfToken(), address)
      const url = getDestination(answer ?? Response.error())
      expect([url.username, url.password]).toEqual(['', ''])
    },
  )
})

test('a custom sign-in page receives no foreign callback URL', { timeout }, async () => {
  const { open } = createApp({ pages: { signIn: '/login' } })
  for (const address of awayAddresses) {
    const answer = await open().get(`/auth/signin?${new URLSearchParams({ callbackUrl: address })}`)
    const told = getDestination(answer).searchParams.get('callbackUrl') ?? ''
    expect(new URL(told, origin).origin, JSON.stringify(address)).toBe(origin)
  }
})

test('a `signIn` callback that returns a foreign URL redirects to the own origin', { timeout }, async () => {
  for (const address of awayAddresses.slice(0, 200)) {
    if (address === '') continue
    const { open } = createApp({ callbacks: { signIn: () => address } })
    const answer = await open().signInWithCredentials(ada)
    expect(getDestination(answer).origin, JSON.stringify(address)).toBe(origin)
  }
})

test('headers with a host do not change the redirect', async () => {
  const { open } = createApp()
  for (const name of ['host', 'x-forwarded-host', 'forwarded', 'referer', 'origin', 'x-original-url']) {
    const answer = await open().signInWithCredentials(ada, {
      headers: { [name]: name === 'origin' ? null : 'https://evil.example/' },
    })
    expect(getDestination(answer).origin).toBe(origin)
  }
})

test('a callback URL of 64 kB keeps the response headers below 16 kB', async () => {
  const { open } = createApp()
  const answer = await open().signInWithCredentials({ ...ada, callbackUrl: `/${'a'.repeat(64_000)}` })
  expect(getDestination(answer).origin).toBe(origin)
  const size = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  expect(size).toBeLessThan(16_000)
})
