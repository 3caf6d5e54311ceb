import { defineOAuth } from './define.js'

/** What HubSpot says of an access token. */
export interface HubSpotProfile {
  [member: string]: unknown
  user_id: number
  /** The address of the person. */
  user: string
  /** The HubSpot account that was chosen. */
  hub_id: number
  hub_domain: string
  app_id: number
  scopes: string[]
}

/**
 * HubSpot. The endpoints that it is asked at close on 16 February 2027.
 *
 * - People choose one of their HubSpot accounts; `hub_id` of the profile says which.
 * - The name is the address, and HubSpot does not say whether that is proven.
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
    scheme: 'absent',
  },
  scope: 'oauth',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id, user }) => ({ id: String(user_id), name: user, email: user, image: null }),
  icon: () => import('./icons/hubspot.js'),
  style: { bg: '#ff7a59', text: '#fff' },
})

/** @alias */
export default HubSpot
