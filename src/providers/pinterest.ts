import { defineOAuth } from './define.js'

/** What `GET /v5/user_account` answers. */
export interface PinterestProfile {
  [member: string]: unknown
  username: string
  /** Stays, where the name may change. */
  id?: string | undefined
  account_type: string
  profile_image: string
  website_url?: string | undefined
  business_name?: string | undefined
}

/**
 * Pinterest.
 *
 * - Accounts are kept under the user name, which people may change: who does comes back as somebody else, and whoever takes
 *   a name that was given up is its former owner. For a new app map `id` in a `profile` of your own.
 * - There is no e-mail address.
 * - Scopes are separated by commas. The redirect URI must be the same to the letter.
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

/** @alias */
export default Pinterest
