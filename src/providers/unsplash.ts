import { defineOAuth } from './define.js'

/** The response of `GET /me`. */
export interface UnsplashProfile {
  id: string
  username: string
  name?: string | null | undefined
  email?: string | undefined
  profile_image?: { small?: string; medium?: string; large?: string } | undefined
}

/**
 * Signs users in with Unsplash.
 *
 * - The email address requires the scope `read_user`, which you must also select on the app. Unsplash does not report
 *   whether an email address is verified.
 *
 * @see https://unsplash.com/oauth/applications
 */
export const Unsplash = defineOAuth<UnsplashProfile>({
  id: 'unsplash',
  name: 'Unsplash',
  authorization: 'https://unsplash.com/oauth/authorize',
  token: 'https://unsplash.com/oauth/token',
  userinfo: 'https://api.unsplash.com/me',
  scope: 'public read_user',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, username, email, profile_image }) => ({
    id,
    name: name ?? username,
    email,
    image: profile_image?.medium,
  }),
  icon: () => import('./icons/unsplash.js'),
  style: { brandColor: '#000' },
})

export default Unsplash
