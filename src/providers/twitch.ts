import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Twitch's ID token. */
export interface TwitchProfile
  extends AdditionalClaims,
    Pick<StandardClaims, 'sub' | 'email' | 'email_verified' | 'picture'> {
  preferred_username: string
}

/**
 * Signs users in with Twitch.
 *
 * - The request parameter `claims` determines the claims of the ID token. Keep `email_verified` in it. Otherwise the
 *   email address counts as unverified.
 *
 * @see https://dev.twitch.tv/console/apps
 */
export const Twitch = defineOIDC<TwitchProfile>({
  id: 'twitch',
  name: 'Twitch',
  issuer: 'https://id.twitch.tv/oauth2',
  authorization: {
    params: {
      claims: { id_token: { email: null, email_verified: null, picture: null, preferred_username: null } },
    },
  },
  token: { scopeIsArray: true },
  scope: 'openid user:read:email',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  isEmailVerified: ({ email_verified = false }) => email_verified,
  icon: () => import('./icons/twitch.js'),
  style: { bg: '#65459B', text: '#fff' },
})

export default Twitch
