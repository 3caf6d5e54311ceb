import { defineOAuth } from './define.js'

/** The response of `GET /v2/account`. */
export interface DigitalOceanProfile {
  account: {
    uuid: string
    name?: string | null | undefined
    email: string
    email_verified: boolean
    status: 'active' | 'warning' | 'locked'
    /** The team that the user selected. */
    team?: { uuid: string; name: string } | undefined
  }
}

/**
 * Signs users in with DigitalOcean.
 *
 * - Users select a team. The scope `read` gives the app read access to all resources of the team.
 *
 * @see https://cloud.digitalocean.com/account/api/applications
 */
export const DigitalOcean = defineOAuth<DigitalOceanProfile>({
  id: 'digitalocean',
  name: 'DigitalOcean',
  authorization: 'https://cloud.digitalocean.com/v1/oauth/authorize',
  token: 'https://cloud.digitalocean.com/v1/oauth/token',
  userinfo: 'https://api.digitalocean.com/v2/account',
  scope: 'read',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ account: { uuid, name, email } }) => ({ id: uuid, name: name || email, email, image: null }),
  isEmailVerified: ({ account }) => account.email_verified,
  icon: () => import('./icons/digitalocean.js'),
  style: { brandColor: '#0080FF' },
})

export default DigitalOcean
