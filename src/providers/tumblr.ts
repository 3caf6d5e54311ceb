import { defineOAuth } from './define.js'

/** The response of `GET /v2/user/info`. */
export interface TumblrProfile {
  response: {
    user: {
      name: string
      blogs: ReadonlyArray<{ uuid: string; name: string; primary: boolean; title?: string; url?: string }>
    }
  }
}

/**
 * Signs users in with Tumblr.
 *
 * - Tumblr has no user ids. The account id is the id of the user's primary blog.
 * - Tumblr does not return an email address. To get a refresh token, add the scope `offline_access`.
 *
 * @see https://www.tumblr.com/oauth/apps
 */
export const Tumblr = defineOAuth<TumblrProfile>({
  id: 'tumblr',
  name: 'Tumblr',
  authorization: 'https://www.tumblr.com/oauth2/authorize',
  token: 'https://api.tumblr.com/v2/oauth2/token',
  userinfo: 'https://api.tumblr.com/v2/user/info',
  scope: 'basic',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { user } }) => ({
    id: user.blogs.find(({ primary }) => primary)?.uuid,
    name: user.name,
    email: null,
    image: `https://api.tumblr.com/v2/blog/${user.name}/avatar/512`,
  }),
  icon: () => import('./icons/tumblr.js'),
  style: { brandColor: '#36465d' },
})

export default Tumblr
