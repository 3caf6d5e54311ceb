import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /rest/v1/me`. */
export interface WordPressProfile extends AdditionalClaims {
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
 * Signs users in with WordPress.com. Users of self-hosted WordPress sites cannot sign in.
 *
 * - The redirect URI must match exactly.
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

export default WordPress
