import { defineOAuth } from './define.js'

/** What `GET /user/whoami` answers. */
export interface DeviantArtProfile {
  [member: string]: unknown
  userid: string
  username: string
  usericon: string
  type: string
}

/**
 * DeviantArt.
 *
 * - Nobody has an address.
 * - The app's grant type is "Authorization Code", and its whitelist has the redirect URI.
 *
 * @see https://www.deviantart.com/developers/apps
 */
export const DeviantArt = defineOAuth<DeviantArtProfile>({
  id: 'deviantart',
  name: 'DeviantArt',
  authorization: 'https://www.deviantart.com/oauth2/authorize',
  token: 'https://www.deviantart.com/oauth2/token',
  userinfo: 'https://www.deviantart.com/api/v1/oauth2/user/whoami',
  scope: 'basic user',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ userid, username, usericon }) => ({ id: userid, name: username, email: null, image: usericon }),
  icon: () => import('./icons/deviantart.js'),
  style: { brandColor: '#05CC47' },
})

/** @alias */
export default DeviantArt
