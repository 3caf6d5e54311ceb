import { defineOAuth, type StandardClaims } from './define.js'

/** The userinfo response of Polar. */
export interface PolarProfile extends Pick<StandardClaims, 'sub' | 'name' | 'email' | 'email_verified'> {}

/**
 * Signs users in with Polar.
 *
 * - The access token belongs to a user (`sub_type=user`). For an organization, `sub` would be an id that all its users
 *   share.
 *
 * @see https://polar.sh/settings
 */
export const Polar = defineOAuth<PolarProfile>({
  id: 'polar',
  name: 'Polar',
  authorization: { url: 'https://polar.sh/oauth2/authorize', params: { sub_type: 'user' } },
  token: 'https://api.polar.sh/v1/oauth2/token',
  userinfo: 'https://api.polar.sh/v1/oauth2/userinfo',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  icon: () => import('./icons/polar.js'),
  style: { brandColor: '#0062ff' },
})

export default Polar
