import { defineOAuth } from './define.js'

/** What `GET /2/users/show.json` answers. */
export interface WeiboProfile {
  [member: string]: unknown
  idstr: string
  screen_name?: string | undefined
  name?: string | undefined
  avatar_large?: string | undefined
  /** Whether Weibo knows who it is. */
  verified?: boolean | undefined
}

/**
 * Weibo.
 *
 * - No address: Weibo gives it to few apps, in a request of its own.
 * - The redirect URI must be exactly the one of the app. Until the app is approved only its testers can sign in.
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

/** @alias */
export default Weibo
