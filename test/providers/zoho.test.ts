import { customFetch } from 'latchkey'
import Zoho from 'latchkey/providers/zoho'
import { describe, expect, test } from 'vitest'
import { makeApp } from '../support/app.js'
import { registered } from '../support/vendor/vendor.js'

describe('Zoho', () => {
  /** Where somebody is sent to, and where their code is redeemed when they come back with these parameters. */
  async function redeemed(back: Record<string, string>, domain?: string) {
    const asked: string[] = []
    const fetch = async (input: string | URL | Request) => {
      asked.push(new URL(input instanceof Request ? input.url : input).host)
      return Response.json({ error: 'invalid_code' })
    }
    const provider = Zoho({ ...registered, domain, [customFetch]: fetch })
    const visit = makeApp({ providers: [provider] }).open()
    const away = visit.location(await visit.signIn('zoho'))
    const params = new URLSearchParams({ code: 'x', state: away.searchParams.get('state') ?? '', ...back })
    await visit.get(`/auth/callback/zoho?${params}`)
    return { page: away.host, asked }
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
  ])('redeems a code of somebody in "%s" at %s', async (location, host) => {
    expect(await redeemed({ location })).toEqual({ page: 'accounts.zoho.com', asked: [host] })
  })

  test('redeems a code at the data centre of the app where the person has none', async () => {
    const host = 'accounts.zoho.eu'
    expect(await redeemed({}, 'zoho.eu')).toEqual({ page: host, asked: [host] })
  })

  test.each(['evil.example', 'constructor', ''])(
    'sends neither code nor secret to a place called "%s"',
    async location => {
      const evil = { location, domain: 'evil.example', 'accounts-server': 'https://evil.example' }
      expect((await redeemed(evil)).asked).toEqual(['accounts.zoho.com'])
    },
  )
})
