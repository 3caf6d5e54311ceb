import { type AdditionalClaims, defineOAuth } from './define.js'

/** The metadata of an access token. */
export interface HubSpotProfile extends AdditionalClaims {
  user_id: number
  /** The email address of the user. */
  user: string
  /** The HubSpot account that the user selected. */
  hub_id: number
  hub_domain: string
  app_id: number
  scopes: string[]
}

/**
 * Signs users in with HubSpot. HubSpot closes the endpoints of this provider on 16 February 2027.
 *
 * - Users select one of their HubSpot accounts. `hub_id` of the profile identifies it.
 * - `name` is the email address, because HubSpot returns no name. HubSpot does not report whether an email address is
 *   verified.
 * - The app must have the scope `oauth`.
 *
 * @see https://app.hubspot.com/developer
 */
export const HubSpot = defineOAuth<HubSpotProfile>({
  id: 'hubspot',
  name: 'HubSpot',
  authorization: 'https://app.hubspot.com/oauth/authorize',
  token: 'https://api.hubapi.com/oauth/v1/token',
  userinfo: {
    url: 'https://api.hubapi.com/oauth/v1/access-tokens/{tokens.access_token}',
    scheme: 'no-header',
  },
  scope: 'oauth',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id, user }) => ({ id: String(user_id), name: user, email: user, image: null }),
  icon: () => import('./icons/hubspot.js'),
  style: { bg: '#ff7a59', text: '#fff' },
})

export default HubSpot
