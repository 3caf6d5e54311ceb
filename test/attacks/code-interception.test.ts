import { describe, expect, test } from 'vitest'
import { completeRoundTrip, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

describe('the redirect URI', () => {
  test.each([
    'redirect_uri=https://evil.example/cb',
    'redirect_uri=https://app.example/auth/callback/op/../../../open-redirect',
    'redirect_uri=https://app.example/auth/callback/op&redirect_uri=https://evil.example',
    'response_type=token',
    'response_mode=fragment',
    'request=eyJhbGciOiJub25lIn0.e30.',
    'request_uri=https://evil.example/request',
  ])('cannot be changed by a link with %s', async query => {
    const { open } = createTestApp()
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const url = visit.getLocation(await visit.post(`/auth/signin/op?${query}`, { csrfToken }))
    expect(url.searchParams.getAll('redirect_uri')).toEqual([`${origin}/auth/callback/op`])
    expect(url.searchParams.getAll('response_type')).toEqual(['code'])
    for (const name of ['response_mode', 'request', 'request_uri'])
      expect(url.searchParams.has(name)).toBe(false)
  })

  test.each(['x-forwarded-host', 'forwarded', 'x-original-url', 'x-rewrite-url', 'host'])(
    'cannot be changed by the header `%s`',
    async name => {
      const visit = createTestApp().open()
      const away = await visit.signIn('op', {}, { headers: { [name]: 'evil.example' } })
      expect(visit.getLocation(away).searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
    },
  )
})

describe('an intercepted authorization code', () => {
  test('is rejected in another browser with its own flow', async () => {
    const { op, open } = createTestApp()
    const victim = open()
    const seen = op.authorize(victim.getLocation(await victim.signIn('op')))
    const thief = open()
    const own = op.authorize(thief.getLocation(await thief.signIn('op')))
    own.searchParams.set('code', seen.searchParams.get('code') ?? '')
    expect(getLocation(await thief.get(own))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(await thief.getSession()).toBeNull()
  })

  test('is rejected there because of the nonce, even if the provider ignores PKCE', async () => {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op, providers: [op.provider({ checks: ['state'] })] })
    const victim = open()
    const seen = op.authorize(victim.getLocation(await victim.signIn('op')))
    const thief = open()
    const own = op.authorize(thief.getLocation(await thief.signIn('op')))
    own.searchParams.set('code', seen.searchParams.get('code') ?? '')
    expect(getLocation(await thief.get(own))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(await thief.getSession()).toBeNull()
  })

  test('is rejected in another tab of the same browser', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    const one = op.authorize(visit.getLocation(await visit.signIn('op')))
    const two = op.authorize(visit.getLocation(await visit.signIn('op')), { as: { sub: 'other' } })
    two.searchParams.set('code', one.searchParams.get('code') ?? '')
    await visit.get(two)
    expect(await visit.getSession()).toBeNull()
  })
})

describe('confidentiality of codes and tokens', () => {
  test('the redirect after the callback does not contain the code', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/welcome' })
    const back = op.authorize(visit.getLocation(away))
    const answer = await visit.get(back, { from: op.issuer })
    const code = back.searchParams.get('code') ?? ''
    expect(getLocation(answer)).not.toContain(code)
    expect(await answer.text()).toBe('')
  })

  test('the error page does not contain the code and sends no Referer to other sites', async () => {
    const { op, open } = createTestApp()
    op.lies.token = 'error'
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    const failed = await visit.get(back, { from: op.issuer, follow: true })
    expect(failed.status).toBe(500)
    expect(failed.headers.get('referrer-policy')).toBe('same-origin')
    expect(await failed.text()).not.toContain(back.searchParams.get('code') ?? '?')
  })

  test('the code verifier is sent to the token endpoint only', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    const away = await visit.signIn('op')
    const cookies = visit.jar.header(origin)
    await completeRoundTrip(visit, op, away)
    const verifier = op.requests.find(({ endpoint }) => endpoint === 'token')?.body.get('code_verifier') ?? ''
    expect(verifier).toMatch(/^[\w.~-]{43,128}$/)
    expect(getLocation(away)).not.toContain(verifier)
    expect(cookies).not.toContain(verifier)
  })

  test('no token is sent to a browser', async () => {
    const { op, open } = createTestApp()
    let token = ''
    op.lies.token = answer => {
      token = String(answer['access_token'])
      return answer
    }
    const visit = open()
    const back = await runRoundTrip(visit, op)
    const shown = [...back.headers].join() + (await (await visit.get('/auth/session')).text())
    expect(token).not.toBe('')
    expect(shown).not.toContain(token)
  })
})

describe('an endpoint that redirects', () => {
  test.each(['discovery', 'token', 'userinfo', 'jwks'] as const)(
    '%s: the redirect is not followed, and no user is signed in',
    async endpoint => {
      for (const status of [301, 302, 303, 307, 308]) {
        const op = createMaliciousProvider()
        const { open } = createTestApp({ op, providers: [op.provider({ idToken: false })] })
        op.lies[endpoint] = () =>
          new Response(null, { status, headers: { location: 'https://canary.example/' } })
        const visit = open()
        const away = await visit.signIn('op')
        if (endpoint !== 'discovery') await completeRoundTrip(visit, op, away)
        expect(await visit.getSession()).toBeNull()
        expect(op.requests.every(({ url }) => url.origin === op.issuer)).toBe(true)
      }
    },
  )
})
