import { defineOAuth } from './define.js'

/** What `GET /api/v4/users/me` answers. */
export interface MattermostProfile {
  [member: string]: unknown
  id: string
  username: string
  email: string
  email_verified?: boolean | undefined
  nickname: string
  first_name: string
  last_name: string
  /** Separated by blanks: `system_user system_admin`. */
  roles: string
  locale: string
}

/**
 * Mattermost: one server, whose address is the issuer.
 *
 * - An administrator must allow OAuth 2.0 apps (System Console, Integrations) before one can be made.
 * - There are no scopes: an access token may do whatever its person may.
 * - A picture can only be seen with an access token, so there is none.
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 */
export const Mattermost = defineOAuth<MattermostProfile>({
  id: 'mattermost',
  name: 'Mattermost',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/access_token',
  userinfo: '{issuer}/api/v4/users/me',
  scope: null,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // A server leaves it out where it is false.
  emailVerified: ({ email_verified }) => email_verified === true,
  profile: ({ id, username, email }) => ({ id, name: username, email, image: null }),
  icon: () => import('./icons/mattermost.js'),
  style: { bg: '#000', text: '#fff' },
})

/** @alias */
export default Mattermost
