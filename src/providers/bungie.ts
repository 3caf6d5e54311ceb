import { defineOAuth } from './define.js'

/** What `GET /User/GetMembershipsForCurrentUser/` answers. */
export interface BungieProfile {
  [member: string]: unknown
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
 * Bungie.
 *
 * - It needs the `apiKey` of the app as well; no variable fills it.
 * - Redirect URIs must be https, and `127.0.0.1` in place of `localhost`.
 * - Nobody has an address.
 * - A refresh token comes only to an app of the kind "Confidential".
 *
 * @see https://www.bungie.net/en/Application
 */
export const Bungie = defineOAuth<BungieProfile, { apiKey: string }>({
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

/** @alias */
export default Bungie
