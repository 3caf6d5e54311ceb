import { MemoryAdapter } from 'latchkey/adapters/memory'
import WeChat from 'latchkey/providers/wechat'
import { describe, expect, test } from 'vitest'
import { makeApp } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'
import { registered } from '../support/vendor/vendor.js'

describe('WeChat', () => {
  test.each([
    ['an official account, which is the default', undefined, '/connect/oauth2/authorize', 'snsapi_userinfo'],
    ['an official account', 'OfficialAccount', '/connect/oauth2/authorize', 'snsapi_userinfo'],
    ['a website', 'WebsiteApp', '/connect/qrconnect', 'snsapi_login'],
  ] as const)('sends visitors of %s to its own page', async (_, platformType, path, scope) => {
    const visit = makeApp({ providers: [WeChat({ ...registered, platformType })] }).open()

    const url = visit.location(await visit.signIn('wechat'))

    expect(url.origin + url.pathname).toBe(`https://open.weixin.qq.com${path}`)
    expect(url.searchParams.get('scope')).toBe(scope)
    expect(url.hash).toBe('#wechat_redirect')
  })

  test('is asked in the only order that its page reads', async () => {
    const visit = makeApp({ providers: [WeChat(registered)] }).open()
    const { searchParams } = visit.location(await visit.signIn('wechat'))
    expect([...searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state'])
  })

  test('knows people by `openid` where the app is not bound to the open platform', async () => {
    const fixture = fixtures.find(({ provider }) => provider === 'wechat')
    if (!fixture) throw new Error('WeChat has no fixture.')
    const { vendor, provider } = await meet(fixture)
    const adapter = MemoryAdapter()
    const visit = makeApp({ providers: [provider], adapter }).open()
    vendor.lies.bodies = {
      0: { openid: 'the-openid', nickname: '小明', headimgurl: 'https://img.example/1' },
    }

    await visit.get(vendor.answer(visit.location(await visit.signIn('wechat'))).url)

    const account = { provider: 'wechat', providerAccountId: 'the-openid' }
    expect(await adapter.getUserByAccount(account)).toMatchObject({ name: '小明' })
  })
})
