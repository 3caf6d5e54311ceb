import { defineOAuth } from './define.js'

/** The response of `GET /user`. */
export interface ClickUpProfile {
  user: {
    id: number
    username: string
    email: string
    color: string
    profilePicture: string | null
    initials: string
    timezone: string
  }
}

/**
 * Signs users in with ClickUp.
 *
 * - ClickUp does not use scopes. Users select the workspaces that the app may access.
 * - The environment variables have an underscore in the provider name: `AUTH_CLICK_UP_ID`.
 *
 * @see https://app.clickup.com/settings/apps
 */
export const ClickUp = defineOAuth<ClickUpProfile>({
  id: 'click-up',
  name: 'ClickUp',
  authorization: 'https://app.clickup.com/api',
  token: { url: 'https://api.clickup.com/api/v2/oauth/token', tokenType: 'bearer' },
  userinfo: 'https://api.clickup.com/api/v2/user',
  scope: null,
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user: { id, username, email, profilePicture } }) => ({
    id: String(id),
    name: username,
    email,
    image: profilePicture,
  }),
  icon: () => import('./icons/click-up.js'),
  style: { bg: '#24292f', text: '#fff' },
})

export default ClickUp
