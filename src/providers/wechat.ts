import type { OAuthUserConfig } from '../types/provider.js'
import { defineOAuth } from './define.js'

/** What `GET /sns/userinfo` answers. */
export interface WeChatProfile {
  [member: string]: unknown
  /** The person in this app alone. */
  openid: string
  /** The person in all apps of one account of the open platform. */
  unionid?: string | undefined
  nickname: string
  headimgurl: string
  sex: number
  province: string
  city: string
  country: string
  privilege: string[]
}

const platforms = {
  OfficialAccount: { page: 'oauth2/authorize', access: 'snsapi_userinfo' },
  WebsiteApp: { page: 'qrconnect', access: 'snsapi_login' },
} as const

const createProvider = defineOAuth<WeChatProfile, { page: string; access: string }>({
  id: 'wechat',
  name: 'WeChat',
  authorization: {
    url: 'https://open.weixin.qq.com/connect/{page}#wechat_redirect',
    parameterNames: { client_id: 'appid' },
  },
  token: {
    url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
    method: 'GET',
    parameterNames: { client_id: 'appid', client_secret: 'secret', redirect_uri: null },
    tokenType: 'bearer',
  },
  userinfo: {
    url: 'https://api.weixin.qq.com/sns/userinfo?openid={tokens.openid}&lang=zh_CN',
    tokenParameter: 'access_token',
  },
  scope: '{access}',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  callback: { cancelled: 'without-code' },
  profile: ({ unionid, openid, nickname, headimgurl }) => ({
    id: unionid ?? openid,
    name: nickname,
    email: null,
    image: headimgurl,
  }),
  icon: () => import('./icons/wechat.js'),
  style: { bg: '#fff', text: '#000' },
})

/**
 * WeChat. `platformType` says what was registered: an `OfficialAccount`, which is the default and signs people in inside
 * WeChat, or a `WebsiteApp`, where they scan a code.
 *
 * - A person has one id in all your apps, `unionid`, only where the app is bound to an account of the open platform. Bind
 *   it first: without, each app has another id for them, and people become strangers when it is bound later.
 * - There is no e-mail address.
 * - WeChat takes a `state` of up to 128 bytes, which that of a redirect proxy exceeds.
 *
 * @see https://open.weixin.qq.com/
 */
export function WeChat({
  platformType = 'OfficialAccount',
  ...options
}: OAuthUserConfig<WeChatProfile> & { platformType?: keyof typeof platforms | undefined } = {}) {
  return createProvider({ ...platforms[platformType], ...options })
}

/** @alias */
export default WeChat
