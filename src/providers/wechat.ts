import type { OAuthUserConfig } from '../types/provider.js'
import { defineOAuth } from './define.js'

/** The response of `GET /sns/userinfo`. */
export interface WeChatProfile {
  [member: string]: unknown
  /** The user's id in this app. */
  openid: string
  /** The user's id in all apps of one open platform account. */
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
  callback: { cancellation: 'without-code' },
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
 * Signs users in with WeChat. Set `platformType` to what you registered. `OfficialAccount` is the default and works
 * inside WeChat. With `WebsiteApp`, users scan a code.
 *
 * - A user has the same id (`unionid`) in all your apps only if the app is bound to an open platform account. Bind the
 *   app before the first sign-in. If you bind it later, the account ids of existing users change.
 * - WeChat does not return an email address.
 * - WeChat limits `state` to 128 bytes. The `state` of a redirect proxy is longer.
 *
 * @see https://open.weixin.qq.com/
 */
export function WeChat({
  platformType = 'OfficialAccount',
  ...options
}: OAuthUserConfig<WeChatProfile> & { platformType?: keyof typeof platforms | undefined } = {}) {
  return createProvider({ ...platforms[platformType], ...options })
}

export default WeChat
