import { defineOAuth } from './define.js'

/** What `GET /v1.0/contact/users/me` answers. */
export interface DingTalkProfile {
  [member: string]: unknown
  /** The person, the same for all apps of a developer. */
  unionId: string
  /** The person, for this app alone. */
  openId: string
  nick: string
  avatarUrl?: string | undefined
  email?: string | undefined
  mobile?: string | undefined
  stateCode?: string | undefined
}

/**
 * DingTalk.
 *
 * - The client id and secret are called AppKey and AppSecret, or SuiteKey and SuiteSecret, at older apps.
 * - The app needs the permission `Contact.User.Read`.
 * - Few people have an address, and whether it is proven is not said.
 *
 * @see https://open-dev.dingtalk.com/
 */
export const DingTalk = defineOAuth<DingTalkProfile>({
  id: 'dingtalk',
  name: 'DingTalk',
  authorization: { url: 'https://login.dingtalk.com/oauth2/auth', params: { prompt: 'consent' } },
  callback: { parameterNames: { authCode: 'code' } },
  token: {
    url: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
    format: 'json',
    parameterNames: {
      client_id: 'clientId',
      client_secret: 'clientSecret',
      grant_type: 'grantType',
      redirect_uri: null,
    },
    responseNames: { accessToken: 'access_token', refreshToken: 'refresh_token', expireIn: 'expires_in' },
    tokenType: 'bearer',
  },
  userinfo: {
    url: 'https://api.dingtalk.com/v1.0/contact/users/me',
    scheme: 'absent',
    headers: { 'x-acs-dingtalk-access-token': '{tokens.access_token}' },
  },
  scope: 'openid',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ unionId, nick, email, avatarUrl }) => ({
    id: unionId,
    name: nick,
    email: email || null,
    image: avatarUrl,
  }),
  style: { brandColor: '#0089FF' },
})

/** @alias */
export default DingTalk
