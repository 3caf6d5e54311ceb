import { defineOAuth } from './define.js'

/** The response of `GET /user/whoami`. */
export interface DeviantArtProfile {
  userid: string
  username: string
  usericon: string
  type: string
}

/**
 * Signs users in with DeviantArt.
 *
 * - DeviantArt does not return an email address.
 * - Set the grant type of the app to "Authorization Code", and add the redirect URI to its whitelist.
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

export default DeviantArt
