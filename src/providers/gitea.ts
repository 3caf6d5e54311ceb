import { defineOAuth } from './define.js'

/** What `GET /api/v1/user` answers. */
export interface GiteaProfile {
  [member: string]: unknown
  /** Of this server alone. */
  id: number
  login: string
  /** Empty for whoever has not said. */
  full_name: string
  email: string
  avatar_url: string
  html_url: string
  is_admin: boolean
}

/**
 * Gitea, or a server of your own with `baseUrl: 'https://git.acme.example'`: Forgejo too, and Codeberg with
 * `https://codeberg.org`.
 *
 * - It does not say whether an address is proven, and many servers have none proven.
 *
 * @see https://gitea.com/user/settings/applications
 */
export const Gitea = defineOAuth<GiteaProfile, { baseUrl?: string }>({
  id: 'gitea',
  name: 'Gitea',
  issuer: '{baseUrl}',
  authorization: '{baseUrl}/login/oauth/authorize',
  token: '{baseUrl}/login/oauth/access_token',
  userinfo: '{baseUrl}/api/v1/user',
  scope: 'read:user',
  profile: ({ id, full_name, login, email, avatar_url }) => ({
    id: String(id),
    name: full_name || login,
    email,
    image: avatar_url,
  }),
  icon: () => import('./icons/gitea.js'),
  style: { brandColor: '#609926' },
  baseUrl: 'https://gitea.com',
})

/** @alias */
export default Gitea
