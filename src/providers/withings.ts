import { defineOAuth } from './define.js'

/** The token response. Withings returns no other profile data. */
export interface WithingsProfile {
  userid: string | number
}

/**
 * Signs users in with Withings.
 *
 * - Withings returns no name, no email address and no picture. The profile contains only the id.
 * - Separate scopes with commas. To refresh tokens, add `action=requesttoken` to the request.
 *
 * @see https://developer.withings.com/dashboard/
 */
export const Withings = defineOAuth<WithingsProfile>({
  id: 'withings',
  name: 'Withings',
  authorization: 'https://account.withings.com/oauth2_user/authorize2',
  token: {
    url: 'https://wbsapi.withings.net/v2/oauth2',
    extraParams: { action: 'requesttoken' },
    responsePath: 'body',
  },
  userinfo: { source: 'tokens' },
  scope: 'user.info',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ userid }) => ({ id: String(userid), name: null, email: null, image: null }),
})

export default Withings
