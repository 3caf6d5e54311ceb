import { defineOAuth } from './define.js'

/** What `GET /v2/users/self` answers. */
export interface FoursquareProfile {
  [member: string]: unknown
  response: {
    user: {
      id: string
      firstName: string
      lastName?: string | undefined
      contact?: { email?: string } | undefined
      /** A size goes between the two. */
      photo?: { prefix: string; suffix: string } | undefined
      homeCity?: string | undefined
    }
  }
}

/**
 * Foursquare. Only apps that had these endpoints before may use them.
 *
 * - There are no scopes.
 * - `apiVersion` is a day, `20230131` by default: what is answered is what was answered then.
 *
 * @see https://foursquare.com/developers/home
 */
export const Foursquare = defineOAuth<FoursquareProfile, { apiVersion?: string }>({
  id: 'foursquare',
  name: 'Foursquare',
  authorization: 'https://foursquare.com/oauth2/authenticate',
  token: { url: 'https://foursquare.com/oauth2/access_token', tokenType: 'bearer' },
  userinfo: {
    url: 'https://api.foursquare.com/v2/users/self?v={apiVersion}',
    tokenParameter: 'oauth_token',
  },
  scope: null,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { user } }) => ({
    id: user.id,
    name: [user.firstName, user.lastName].filter(Boolean).join(' '),
    email: user.contact?.email,
    image: user.photo && `${user.photo.prefix}original${user.photo.suffix}`,
  }),
  icon: () => import('./icons/foursquare.js'),
  style: { bg: '#000', text: '#fff' },
  apiVersion: '20230131',
})

/** @alias */
export default Foursquare
