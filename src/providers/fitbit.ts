import { defineOAuth } from './define.js'

/** The response of `GET /1/user/-/profile.json`. */
export interface FitbitProfile {
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
 * Signs users in with Fitbit. Google switches this API off in September 2026. Its replacement, the Google Health API,
 * uses Google sign-in. User ids and tokens do not carry over.
 *
 * - Fitbit does not return an email address.
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

export default Fitbit
