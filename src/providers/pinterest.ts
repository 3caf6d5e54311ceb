import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v5/user_account`. */
export interface PinterestProfile extends AdditionalClaims {
  username: string
  /** The user's id, which does not change with the name. */
  id?: string | undefined
  account_type: string
  profile_image: string
  website_url?: string | undefined
  business_name?: string | undefined
}

/**
 * Signs users in with Pinterest.
 *
 * - The account id is the user name, which users can change. A user with a new name gets a new account. A user who
 *   takes over a released name gets the account of its previous owner. In a new app, map `id` in your own `profile`.
 * - Pinterest does not return an email address.
 * - Separate scopes with commas. The redirect URI must match exactly.
 *
 * @see https://developers.pinterest.com/apps/
 */
export const Pinterest = defineOAuth<PinterestProfile>({
  id: 'pinterest',
  name: 'Pinterest',
  authorization: 'https://www.pinterest.com/oauth/',
  token: 'https://api.pinterest.com/v5/oauth/token',
  userinfo: 'https://api.pinterest.com/v5/user_account',
  scope: 'user_accounts:read',
  profile: ({ username, profile_image }) => ({
    id: username,
    name: username,
    email: null,
    image: profile_image,
  }),
  icon: () => import('./icons/pinterest.js'),
  style: { brandColor: '#bd081c' },
})

export default Pinterest
