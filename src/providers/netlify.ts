import { defineOAuth } from './define.js'

/** What `GET /api/v1/user` answers. */
export interface NetlifyProfile {
  [member: string]: unknown
  id: string
  full_name: string
  email: string
  avatar_url: string
  site_count: number
  login_providers: string[]
}

/**
 * Netlify.
 *
 * - There are no scopes: an access token may do whatever its person may, and it does not expire.
 * - Netlify does not say whether an address is proven.
 *
 * @see https://app.netlify.com/user/applications
 */
export const Netlify = defineOAuth<NetlifyProfile>({
  id: 'netlify',
  name: 'Netlify',
  authorization: 'https://app.netlify.com/authorize',
  token: 'https://api.netlify.com/oauth/token',
  userinfo: 'https://api.netlify.com/api/v1/user',
  scope: '',
  profile: ({ id, full_name, email, avatar_url }) => ({ id, name: full_name, email, image: avatar_url }),
  icon: () => import('./icons/netlify.js'),
  style: { brandColor: '#32e6e2' },
})

/** @alias */
export default Netlify
