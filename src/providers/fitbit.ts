import { defineOAuth } from './define.js'

/** What `GET /1/user/-/profile.json` answers. */
export interface FitbitProfile {
  [member: string]: unknown
  user: {
    encodedId: string
    displayName?: string | undefined
    fullName?: string | undefined
    avatar150: string
    avatar640?: string | undefined
    locale: string
    timezone: string
    memberSince: string
  }
}

/**
 * Fitbit. Google switches this API off in September 2026; at the Google Health API, which takes its place, people sign
 * in with Google and nobody keeps their id or their tokens.
 *
 * - There is no e-mail address.
 *
 * @see https://dev.fitbit.com/apps
 */
export const Fitbit = defineOAuth<FitbitProfile>({
  id: 'fitbit',
  name: 'Fitbit',
  authorization: 'https://www.fitbit.com/oauth2/authorize',
  token: 'https://api.fitbit.com/oauth2/token',
  userinfo: 'https://api.fitbit.com/1/user/-/profile.json',
  scope: 'profile',
  profile: ({ user: { encodedId, displayName, fullName, avatar150 } }) => ({
    id: encodedId,
    name: displayName ?? fullName,
    email: null,
    image: avatar150,
  }),
  icon: () => import('./icons/fitbit.js'),
  style: { brandColor: '#00B0B9' },
})

/** @alias */
export default Fitbit
