import { OAuthCallbackError } from '../errors.js'
import { defineOAuth } from './define.js'

/** The user's ids, and the response of `get_user_info`. */
export interface QQProfile {
  /** The user's id in this app. */
  openid: string
  /** The user's id in all apps of the developer, if the app may read it. */
  unionid?: string | undefined
  nickname: string
  figureurl_qq_1?: string | undefined
  figureurl_qq_2?: string | undefined
}

/**
 * Signs users in with QQ.
 *
 * - The account id is `unionid`, or `openid` if the app has not joined a union. Join the union before the first
 *   sign-in, because account ids change afterwards.
 * - QQ does not return an email address.
 *
 * @see https://connect.qq.com/manage.html
 */
export const QQ = defineOAuth<QQProfile>({
  id: 'qq',
  name: 'QQ',
  authorization: 'https://graph.qq.com/oauth2.0/authorize',
  token: {
    url: 'https://graph.qq.com/oauth2.0/token',
    method: 'GET',
    extraParams: { fmt: 'json' },
    tokenType: 'bearer',
  },
  userinfo: {
    url: 'https://graph.qq.com/oauth2.0/me?unionid=1&fmt=json',
    tokenParameter: 'access_token',
    additionalRequests: [
      {
        url: 'https://graph.qq.com/user/get_user_info?oauth_consumer_key={clientId}&openid={profile.openid}',
        tokenParameter: 'access_token',
        merge: withUserInfo,
      },
    ],
  },
  scope: 'get_user_info',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  callback: { parameterAliases: { usercancel: 'error' } },
  profile: ({ unionid, openid, nickname, figureurl_qq_1, figureurl_qq_2 }) => ({
    id: unionid ?? openid,
    name: nickname,
    email: null,
    image: figureurl_qq_2 ?? figureurl_qq_1,
  }),
  icon: () => import('./icons/qq.js'),
  style: { brandColor: '#1ebafc' },
})

/** QQ reports an error with status 200. */
function withUserInfo(profile: Readonly<Record<string, unknown>>, body: unknown) {
  const { ret, ...info } = body as { ret?: number }
  if (ret !== 0) throw new OAuthCallbackError(`QQ returned no user info: \`ret\` is ${String(ret)}.`)
  return { ...profile, ...info }
}

export default QQ
