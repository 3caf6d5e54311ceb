import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const callbackUrl = '/in?a=1&b="%27<2>'

function createApp(sameSite: 'strict' | 'lax' | true, params = {}) {
  const op = createMaliciousProvider()
  const cookies = { sessionToken: { options: { sameSite } } }
  const providers = [
    op.provider({ authorization: { params } }),
    op.provider({ id: 'second', issuer: op.issuer }),
  ]
  return createTestApp({ op, cookies, providers, adapter: MemoryAdapter(), session: { strategy: 'jwt' } })
}

/** Returns the URL that a page opens at once. Checks that its link has the same one. */
async function readNavigation(response: Response): Promise<string> {
  const url = response.headers.get('refresh')?.replace(/^0; url=/, '') ?? ''
  expect([response.status, response.headers.get('location')]).toEqual([200, null])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('cache-control')).toContain('no-store')
  const html = await response.text()
  expect(html).toContain(
    `<a href="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`,
  )
  expect(html).not.toMatch(/<script|<style|onload|<meta http-equiv/)
  return url
}

describe('a callback from another site', () => {
  test.each(['strict', true] as const)('is opened again by a page of this site: %s', async sameSite => {
    const { open, op } = createApp(sameSite)
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op', { callbackUrl })))
    const requests = op.requests.length
    const url = await readNavigation(await visit.get(back, { from: op.issuer }))
    expect(op.requests.length).toBe(requests)
    expect(url).toBe(`${back.href}&reopened=1`)
    expect(getLocation(await visit.get(url))).toBe(`${origin}${callbackUrl}`)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('is opened again once, whatever the browser says', async () => {
    const { open, op } = createApp('strict')
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op', { callbackUrl })))
    const url = await readNavigation(await visit.get(back, { from: op.issuer }))
    const next = await readNavigation(await visit.get(url, { from: op.issuer }))
    expect(next).toBe(`${origin}${callbackUrl}`)
  })

  test.each(['POST', 'GET'])(
    'leads to a page that opens the app: %s without Sec-Fetch-Site',
    async method => {
      const { open, op } = createApp('strict', method === 'POST' ? { response_mode: 'form_post' } : {})
      const visit = open()
      const back = op.authorize(visit.getLocation(await visit.signIn('op', { callbackUrl })))
      const headers = { 'sec-fetch-site': null }
      const response =
        method === 'POST'
          ? await visit.post(back.origin + back.pathname, back.searchParams, { from: op.issuer, headers })
          : await visit.get(back, { from: op.issuer, headers })
      expect(await readNavigation(response)).toBe(`${origin}${callbackUrl}`)
      expect(await visit.getSession()).not.toBeNull()
    },
  )

  test('links the account to the signed-in user', async () => {
    const { open, op } = createApp('strict')
    const visit = open()
    const signIn = async (provider: string, sub: string) => {
      const away = await visit.signIn(provider, { callbackUrl })
      const back = op.authorize(visit.getLocation(away), {
        as: { ...op.defaultUser, sub, email: `${sub}@example.com` },
      })
      const response = await visit.get(back, { from: op.issuer })
      return visit.get(await readNavigation(response))
    }
    await signIn('op', 'one')
    const before = await visit.getSession()
    await signIn('second', 'two')
    expect((await visit.getSession())?.user).toEqual(before?.user)
  })

  test('redirects with a cookie that is not strict', async () => {
    const { open, op } = createApp('lax')
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op', { callbackUrl })))
    expect(getLocation(await visit.get(back, { from: op.issuer }))).toBe(`${origin}${callbackUrl}`)
  })
})
