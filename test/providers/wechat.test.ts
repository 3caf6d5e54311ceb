import { MemoryAdapter } from 'latchkey/adapters/memory'
import WeChat from 'latchkey/providers/wechat'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'
import { registeredClient } from '../support/vendor/vendor.js'

describe('WeChat', () => {
  test.each([
    ['an official account, which is the default', undefined, '/connect/oauth2/authorize', 'snsapi_userinfo'],
    ['an official account', 'OfficialAccount', '/connect/oauth2/authorize', 'snsapi_userinfo'],
    ['a website', 'WebsiteApp', '/connect/qrconnect', 'snsapi_login'],
  ] as const)('redirects to the authorization URL for %s', async (_, platformType, path, scope) => {
    const visit = createTestApp({ providers: [WeChat({ ...registeredClient, platformType })] }).open()

    const url = visit.getLocation(await visit.signIn('wechat'))

    expect(url.origin + url.pathname).toBe(`https://open.weixin.qq.com${path}`)
    expect(url.searchParams.get('scope')).toBe(scope)
    expect(url.hash).toBe('#wechat_redirect')
  })

  test('receives the authorization parameters in the required order', async () => {
    const visit = createTestApp({ providers: [WeChat(registeredClient)] }).open()
    const { searchParams } = visit.getLocation(await visit.signIn('wechat'))
    expect([...searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state'])
  })

  test('uses `openid` as account id if the app has no `unionid`', async () => {
    const fixture = fixtures.find(({ provider }) => provider === 'wechat')
    if (!fixture) throw new Error('WeChat has no fixture.')
    const { vendor, provider } = await createVendor(fixture)
    const adapter = MemoryAdapter()
    const visit = createTestApp({ providers: [provider], adapter }).open()
    vendor.lies.bodies = {
      0: { openid: 'the-openid', nickname: '小明', headimgurl: 'https://img.example/1' },
    }

    await visit.get(vendor.authorize(visit.getLocation(await visit.signIn('wechat'))).url)

    const account = { provider: 'wechat', providerAccountId: 'the-openid' }
    expect(await adapter.getUserByAccount(account)).toMatchObject({ name: '小明' })
  })
})
