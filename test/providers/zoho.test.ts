import { customFetch } from 'latchkey'
import Zoho from 'latchkey/providers/zoho'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { registeredClient } from '../support/vendor/vendor.js'

describe('Zoho', () => {
  /** Returns the host of the authorization page, and the hosts of the token requests after a callback with these parameters. */
  async function runSignIn(back: Record<string, string>, domain?: string) {
    const tokenHosts: string[] = []
    const fetch = async (input: string | URL | Request) => {
      tokenHosts.push(new URL(input instanceof Request ? input.url : input).host)
      return Response.json({ error: 'invalid_code' })
    }
    const provider = Zoho({ ...registeredClient, domain, [customFetch]: fetch })
    const visit = createTestApp({ providers: [provider] }).open()
    const authorizationUrl = visit.getLocation(await visit.signIn('zoho'))
    const params = new URLSearchParams({
      code: 'x',
      state: authorizationUrl.searchParams.get('state') ?? '',
      ...back,
    })
    await visit.get(`/auth/callback/zoho?${params}`)
    return { page: authorizationUrl.host, tokenHosts }
  }

  test.each([
    ['us', 'accounts.zoho.com'],
    ['eu', 'accounts.zoho.eu'],
    ['in', 'accounts.zoho.in'],
    ['au', 'accounts.zoho.com.au'],
    ['jp', 'accounts.zoho.jp'],
    ['ca', 'accounts.zohocloud.ca'],
    ['cn', 'accounts.zoho.com.cn'],
    ['sa', 'accounts.zoho.sa'],
    ['uk', 'accounts.zoho.uk'],
  ])('redeems a code with location "%s" at %s', async (location, host) => {
    expect(await runSignIn({ location })).toEqual({ page: 'accounts.zoho.com', tokenHosts: [host] })
  })

  test('redeems a code without a location at the configured domain', async () => {
    const host = 'accounts.zoho.eu'
    expect(await runSignIn({}, 'zoho.eu')).toEqual({ page: host, tokenHosts: [host] })
  })

  test.each(['evil.example', 'constructor', ''])(
    'sends neither code nor secret to the unknown location "%s"',
    async location => {
      const evil = { location, domain: 'evil.example', 'accounts-server': 'https://evil.example' }
      expect((await runSignIn(evil)).tokenHosts).toEqual(['accounts.zoho.com'])
    },
  )
})
