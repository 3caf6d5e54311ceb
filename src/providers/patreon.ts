import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/oauth2/v2/identity`. */
export interface PatreonProfile extends AdditionalClaims {
  data: {
    id: string
    attributes: {
      full_name: string
      email?: string | null | undefined
      is_email_verified?: boolean | undefined
      image_url: string
    }
  }
}

/**
 * Signs users in with Patreon.
 *
 * - The app must be a client of API version 2.
 * - To read memberships, add scopes such as `identity.memberships` and send your own request.
 *
 * @see https://www.patreon.com/portal/registration/register-clients
 */
export const Patreon = defineOAuth<PatreonProfile>({
  id: 'patreon',
  name: 'Patreon',
  authorization: 'https://www.patreon.com/oauth2/authorize',
  token: 'https://www.patreon.com/api/oauth2/token',
  userinfo: {
    url: 'https://www.patreon.com/api/oauth2/v2/identity',
    params: { 'fields[user]': 'email,full_name,image_url,is_email_verified' },
  },
  scope: 'identity identity[email]',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, attributes } }) => ({
    id,
    name: attributes.full_name,
    email: attributes.email,
    image: attributes.image_url,
  }),
  isEmailVerified: ({ data }) => data.attributes.is_email_verified,
  icon: () => import('./icons/patreon.js'),
  style: { bg: '#e85b46', text: '#fff' },
})

export default Patreon
