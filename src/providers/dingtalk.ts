import { defineOAuth } from './define.js'

/** The response of `GET /v1.0/contact/users/me`. */
export interface DingTalkProfile {
  /** The user's id, the same for all apps of a developer. */
  unionId: string
  /** The user's id in this app. */
  openId: string
  nick: string
  avatarUrl?: string | undefined
  email?: string | undefined
  mobile?: string | undefined
  stateCode?: string | undefined
}

/**
 * Signs users in with DingTalk.
 *
 * - DingTalk calls the client id and secret AppKey and AppSecret. Older apps use SuiteKey and SuiteSecret.
 * - The app needs the permission `Contact.User.Read`.
 * - Few users have an email address. DingTalk does not report whether an email address is verified.
 *
 * @see https://open-dev.dingtalk.com/
 */
export const DingTalk = defineOAuth<DingTalkProfile>({
  id: 'dingtalk',
  name: 'DingTalk',
  authorization: { url: 'https://login.dingtalk.com/oauth2/auth', params: { prompt: 'consent' } },
  callback: { parameterAliases: { authCode: 'code' } },
  token: {
    url: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
    format: 'json',
    parameterNames: {
      client_id: 'clientId',
      client_secret: 'clientSecret',
      grant_type: 'grantType',
      redirect_uri: null,
    },
    responseAliases: { accessToken: 'access_token', refreshToken: 'refresh_token', expireIn: 'expires_in' },
    tokenType: 'bearer',
  },
  userinfo: {
    url: 'https://api.dingtalk.com/v1.0/contact/users/me',
    scheme: 'no-header',
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

export default DingTalk
