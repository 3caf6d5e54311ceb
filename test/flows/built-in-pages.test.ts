import { describe, expect, test } from 'vitest'
import { ada, credentials, leadsTo, makeApp, origin } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

const app = () => {
  const op = lyingProvider()
  return makeApp({ op, providers: [op.provider(), credentials] })
}

describe('built-in pages', () => {
  const paths = ['signin', 'signout', 'error', 'verify-request', 'error?error=Configuration']
  test.each(paths)('%s is complete, private, and framed by nobody', async path => {
    const page = await app().open().get(`/auth/${path}`)
    const { headers } = page
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache, no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(await page.text()).toMatch(/^<!DOCTYPE html>/)
  })

  test.each([
    ['', 200],
    ['?error=Configuration', 500],
    ['?error=AccessDenied', 403],
    ['?error=Verification', 403],
    ['?error=constructor', 200],
  ])('the error page%s has status %i', async (query, status) => {
    expect((await app().open().get(`/auth/error${query}`)).status).toBe(status)
  })

  test('the forms of the sign-in page hold the token that signs in', async () => {
    const visit = app().open()
    const page = await (await visit.get('/auth/signin?callbackUrl=/wish')).text()
    const [, csrfToken = ''] = /name="csrfToken" value="([0-9a-f]{64})"/.exec(page) ?? []
    const back = await visit.post('/auth/callback/credentials', { csrfToken, ...ada })
    expect(leadsTo(back)).toBe(`${origin}/wish`)
  })
})
