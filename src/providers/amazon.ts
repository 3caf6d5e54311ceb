import { defineOAuth } from './define.js'

/** The response of `GET /user/profile`. */
export interface AmazonProfile {
  user_id: string
  name: string
  email: string
  /** Requires the scope `postal_code`. Missing if the user has none. */
  postal_code?: string | null | undefined
}

/**
 * Signs users in with Amazon. The service is called "Login with Amazon".
 *
 * - Amazon does not report whether an email address is verified. It does not return pictures.
 * - Europe and Japan have separate hosts, such as `api.amazon.co.uk`. Change `url` in `authorization`, `token` and
 *   `userinfo` together.
 * - The redirect URI must use HTTPS, except on localhost.
 *
 * @see https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html
 */
export const Amazon = defineOAuth<AmazonProfile>({
  id: 'amazon',
  name: 'Amazon',
  authorization: 'https://www.amazon.com/ap/oa',
  token: 'https://api.amazon.com/auth/o2/token',
  userinfo: 'https://api.amazon.com/user/profile',
  scope: 'profile',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id, name, email }) => ({ id: user_id, name, email, image: null }),
  icon: () => import('./icons/amazon.js'),
  style: { brandColor: '#FF9900' },
})

export default Amazon
