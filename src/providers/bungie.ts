import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /User/GetMembershipsForCurrentUser/`. */
export interface BungieProfile extends AdditionalClaims {
  Response: {
    bungieNetUser: {
      membershipId: string
      uniqueName: string
      displayName: string
      profilePicturePath?: string | undefined
      locale: string
    }
    destinyMemberships: ReadonlyArray<{ membershipId: string; membershipType: number; displayName: string }>
  }
}

/**
 * Signs users in with Bungie.
 *
 * - Set the option `apiKey` to the API key of the app. No environment variable provides it.
 * - Redirect URIs must use HTTPS, and `127.0.0.1` instead of `localhost`.
 * - Bungie does not return an email address.
 * - Only apps of the type "Confidential" get a refresh token.
 *
 * @see https://www.bungie.net/en/Application
 */
export const Bungie = defineOAuth<BungieProfile, { apiKey: string | undefined }>({
  id: 'bungie',
  name: 'Bungie',
  authorization: { url: 'https://www.bungie.net/en/OAuth/Authorize', params: { reauth: 'true' } },
  token: 'https://www.bungie.net/Platform/App/OAuth/token/',
  userinfo: {
    url: 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/',
    headers: { 'X-API-Key': '{apiKey}' },
  },
  scope: null,
  profile: ({ Response: { bungieNetUser: user } }) => ({
    id: user.membershipId,
    name: user.displayName,
    image: user.profilePicturePath && new URL(user.profilePicturePath, 'https://www.bungie.net').href,
  }),
})

export default Bungie
