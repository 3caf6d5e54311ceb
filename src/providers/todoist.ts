import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/v1/user`. */
export interface TodoistProfile extends AdditionalClaims {
  id: string
  full_name: string
  email: string
  avatar_big?: string | null | undefined
  lang: string
  is_premium: boolean
  tz_info: { timezone: string }
}

/**
 * Signs users in with Todoist.
 *
 * - The access token does not expire. Separate scopes with commas.
 * - Todoist does not report whether an email address is verified.
 *
 * @see https://app.todoist.com/app/settings/integrations/app-management
 */
export const Todoist = defineOAuth<TodoistProfile>({
  id: 'todoist',
  name: 'Todoist',
  authorization: 'https://app.todoist.com/oauth/authorize',
  token: 'https://api.todoist.com/oauth/access_token',
  userinfo: 'https://api.todoist.com/api/v1/user',
  scope: 'data:read',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, full_name, email, avatar_big }) => ({ id, name: full_name, email, image: avatar_big }),
  icon: () => import('./icons/todoist.js'),
  style: { bg: '#E44332', text: '#000' },
})

export default Todoist
