import { defineOAuth } from './define.js'

/** What `GET /user/profile` answers. */
export interface AmazonProfile {
  [member: string]: unknown
  user_id: string
  name: string
  email: string
  /** With the scope `postal_code`, where somebody has one. */
  postal_code?: string | null | undefined
}

/**
 * Amazon, "Login with Amazon".
 *
 * - Amazon does not say whether an address is proven, and has no pictures.
 * - Europe and Japan have hosts of their own, such as `api.amazon.co.uk`: change `url` in `authorization`, `token` and
 *   `userinfo` together.
 * - The redirect URI must be https, but at localhost.
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

/** @alias */
export default Amazon
