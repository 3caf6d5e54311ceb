import { defineOAuth } from './define.js'

/** The token answer, which is all that Withings tells. */
export interface WithingsProfile {
  [member: string]: unknown
  userid: string | number
}

/**
 * Withings.
 *
 * - No name, no address and no picture; the id is all there is.
 * - Further scopes are set apart by commas. Tokens are renewed with `action=requesttoken` in the request.
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
  userinfo: { from: 'tokens' },
  scope: 'user.info',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ userid }) => ({ id: String(userid), name: null, email: null, image: null }),
})

/** @alias */
export default Withings
