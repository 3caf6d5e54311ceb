import { defineOAuth } from './define.js'

/** The response of `GET /api/v2.0/user`. */
export interface StreamlabsProfile {
  streamlabs: {
    id: number
    display_name: string
    username?: string | undefined
    thumbnail?: string | null | undefined
    /** The platform that the user signs in with, such as `twitch`. */
    primary?: string | undefined
  }
}

/**
 * Signs users in with Streamlabs.
 *
 * - Streamlabs does not return an email address.
 *
 * @see https://streamlabs.com/dashboard#/settings/oauth-clients
 */
export const Streamlabs = defineOAuth<StreamlabsProfile>({
  id: 'streamlabs',
  name: 'Streamlabs',
  authorization: 'https://streamlabs.com/api/v2.0/authorize',
  token: 'https://streamlabs.com/api/v2.0/token',
  userinfo: 'https://streamlabs.com/api/v2.0/user',
  scope: 'donations.read',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ streamlabs }) => ({
    id: String(streamlabs.id),
    name: streamlabs.display_name,
    email: null,
    image: streamlabs.thumbnail,
  }),
  icon: () => import('./icons/streamlabs.js'),
})

export default Streamlabs
