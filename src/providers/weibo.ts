import { defineOAuth } from './define.js'

/** The response of `GET /2/users/show.json`. */
export interface WeiboProfile {
  idstr: string
  screen_name?: string | undefined
  name?: string | undefined
  avatar_large?: string | undefined
  /** Whether Weibo verified the account. */
  verified?: boolean | undefined
}

/**
 * Signs users in with Weibo.
 *
 * - The profile has no email address. Weibo returns it to few apps, in a separate request.
 * - The redirect URI must match the one of the app exactly. Until the app is approved, only its testers can sign in.
 *
 * @see https://open.weibo.com/apps
 */
export const Weibo = defineOAuth<WeiboProfile>({
  id: 'weibo',
  name: 'Weibo',
  authorization: 'https://api.weibo.com/oauth2/authorize',
  token: { url: 'https://api.weibo.com/oauth2/access_token', tokenType: 'bearer' },
  userinfo: {
    url: 'https://api.weibo.com/2/users/show.json?uid={tokens.uid}',
    tokenParameter: 'access_token',
  },
  scope: 'email',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ idstr, screen_name, name, avatar_large }) => ({
    id: idstr,
    name: screen_name ?? name,
    email: null,
    image: avatar_large,
  }),
  icon: () => import('./icons/weibo.js'),
  style: { brandColor: '#e6162d' },
})

export default Weibo
