import { defineOAuth } from './define.js'

/** What `GET /api/v3/athlete` answers. */
export interface StravaProfile {
  [member: string]: unknown
  id: number
  username: string | null
  firstname: string
  lastname: string
  city: string | null
  country: string | null
  sex: 'M' | 'F' | null
  premium: boolean
  /** The picture; no whole address where there is none. */
  profile: string
}

/**
 * Strava.
 *
 * - There is no e-mail address.
 * - Scopes are separated by commas, and people may untick some of them.
 * - A new app lets in its owner alone, until Strava raises its limit of athletes.
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
    image: URL.canParse(profile) ? profile : null,
  }),
  icon: () => import('./icons/strava.js'),
})

/** @alias */
export default Strava
