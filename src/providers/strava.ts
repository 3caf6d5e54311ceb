import { parseUrl } from '../base/parse.js'
import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/v3/athlete`. */
export interface StravaProfile extends AdditionalClaims {
  id: number
  username: string | null
  firstname: string
  lastname: string
  city: string | null
  country: string | null
  sex: 'M' | 'F' | null
  premium: boolean
  /** The URL of the picture. Not an absolute URL if the user has none. */
  profile: string
}

/**
 * Signs users in with Strava.
 *
 * - Strava does not return an email address.
 * - Separate scopes with commas. Users can decline individual scopes.
 * - A new app accepts only its owner, until Strava raises the athlete limit.
 *
 * @see https://www.strava.com/settings/api
 */
export const Strava = defineOAuth<StravaProfile>({
  id: 'strava',
  name: 'Strava',
  authorization: { url: 'https://www.strava.com/oauth/authorize', params: { approval_prompt: 'auto' } },
  token: 'https://www.strava.com/oauth/token',
  userinfo: 'https://www.strava.com/api/v3/athlete',
  scope: 'read',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, firstname, lastname, profile }) => ({
    id: String(id),
    name: `${firstname} ${lastname}`,
    email: null,
    image: parseUrl(profile) ? profile : null,
  }),
  icon: () => import('./icons/strava.js'),
})

export default Strava
