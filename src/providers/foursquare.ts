import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v2/users/self`. */
export interface FoursquareProfile extends AdditionalClaims {
  response: {
    user: {
      id: string
      firstName: string
      lastName?: string | undefined
      contact?: { email?: string } | undefined
      /** The URL is `prefix`, a size, and `suffix`. */
      photo?: { prefix: string; suffix: string } | undefined
      homeCity?: string | undefined
    }
  }
}

/**
 * Signs users in with Foursquare. Only apps that already had access to these endpoints can use them.
 *
 * - Foursquare does not use scopes.
 * - `apiVersion` is a date, by default `20230131`. Responses have the format of that date.
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

export default Foursquare
