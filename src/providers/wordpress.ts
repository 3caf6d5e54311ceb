import { defineOAuth } from './define.js'

/** What `GET /rest/v1/me` answers. */
export interface WordPressProfile {
  [member: string]: unknown
  ID: number
  display_name: string
  username: string
  email: string
  email_verified: boolean
  avatar_URL: string
  profile_URL: string
  language: string
}

/**
 * WordPress.com. It knows nothing of people who have an account only at a WordPress site of its own.
 *
 * - The redirect URI must be the same to the letter.
 *
 * @see https://developer.wordpress.com/apps/
 */
export const WordPress = defineOAuth<WordPressProfile>({
  id: 'wordpress',
  name: 'WordPress.com',
  authorization: 'https://public-api.wordpress.com/oauth2/authorize',
  token: 'https://public-api.wordpress.com/oauth2/token',
  userinfo: 'https://public-api.wordpress.com/rest/v1/me',
  scope: 'auth',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ ID, display_name, email, avatar_URL }) => ({
    id: String(ID),
    name: display_name,
    email,
    image: avatar_URL,
  }),
  icon: () => import('./icons/wordpress.js'),
})

/** @alias */
export default WordPress
