import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/v1/user`. */
export interface NetlifyProfile extends AdditionalClaims {
  id: string
  full_name: string
  email: string
  avatar_url: string
  site_count: number
  login_providers: string[]
}

/**
 * Signs users in with Netlify.
 *
 * - Netlify does not use scopes. An access token has all permissions of its user and does not expire.
 * - Netlify does not report whether an email address is verified.
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

export default Netlify
