import { defineOAuth } from './define.js'

/** The response of `GET /api/v4/users/me`. */
export interface MattermostProfile {
  id: string
  username: string
  email: string
  email_verified?: boolean | undefined
  nickname: string
  first_name: string
  last_name: string
  /** Roles separated by spaces: `system_user system_admin`. */
  roles: string
  locale: string
  position: string
  /** When the user was created, in milliseconds since the epoch. */
  create_at: number
  update_at: number
  /** When the user was deactivated. Zero for active users. */
  delete_at: number
  last_password_update: number
  /** How the user signs in to Mattermost, such as `saml`. Empty for a password. */
  auth_service: string
  auth_data: string
  notify_props: Record<string, string>
  timezone: { automaticTimezone: string; manualTimezone: string; useAutomaticTimezone: string }
  disable_welcome_email?: boolean | undefined
  terms_of_service_id?: string | undefined
  terms_of_service_create_at?: number | undefined
}

/**
 * Signs users in with Mattermost. Set `issuer` to the URL of your Mattermost server.
 *
 * - An administrator must allow OAuth 2.0 apps (System Console, Integrations) before you can create one.
 * - Mattermost does not use scopes. An access token has all permissions of its user.
 * - `image` is always null, because pictures require an access token.
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
  // A server omits the member if it is false.
  isEmailVerified: ({ email_verified }) => email_verified === true,
  profile: ({ id, username, email }) => ({ id, name: username, email, image: null }),
  icon: () => import('./icons/mattermost.js'),
  style: { bg: '#000', text: '#fff' },
})

export default Mattermost
