import { defineOAuth } from './define.js'

/** The response of `GET /v2/user`. */
export interface GumroadProfile {
  success: boolean
  user: {
    user_id: string
    name: string | null
    display_name?: string | undefined
    email?: string | undefined
    /** The URL of the picture, not of a page. */
    profile_url?: string | undefined
    /** The URL of the user's page. */
    url: string | null
    bio: string | null
  }
}

/**
 * Signs users in with Gumroad.
 *
 * - Gumroad does not report whether an email address is verified.
 *
 * @see https://app.gumroad.com/settings/advanced
 */
export const Gumroad = defineOAuth<GumroadProfile>({
  id: 'gumroad',
  name: 'Gumroad',
  authorization: 'https://gumroad.com/oauth/authorize',
  token: 'https://api.gumroad.com/oauth/token',
  userinfo: 'https://api.gumroad.com/v2/user',
  scope: 'view_profile',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user: { user_id, name, display_name, email, profile_url } }) => ({
    id: user_id,
    name: name ?? display_name,
    email,
    image: profile_url,
  }),
  icon: () => import('./icons/gumroad.js'),
  style: { brandColor: '#FF90E8' },
})

export default Gumroad
