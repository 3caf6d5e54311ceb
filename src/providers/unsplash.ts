import { defineOAuth } from './define.js'

/** What `GET /me` answers. */
export interface UnsplashProfile {
  [member: string]: unknown
  id: string
  username: string
  name?: string | null | undefined
  email?: string | undefined
  profile_image?: { small?: string; medium?: string; large?: string } | undefined
}

/**
 * Unsplash.
 *
 * - The address needs the scope `read_user`, which must be ticked on the app too. Whether it is proven is not said.
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

/** @alias */
export default Unsplash
