import { defineOAuth } from './define.js'

/** The response of `GET /api/v1/user`. */
export interface GiteaProfile {
  /** The user's id on this server. */
  id: number
  login: string
  /** The full name. Empty if the user has not set one. */
  full_name: string
  email: string
  avatar_url: string
  html_url: string
  is_admin: boolean
}

/**
 * Signs users in with Gitea. For your own server, set `baseUrl: 'https://git.acme.example'`. The provider also works
 * with Forgejo, and with Codeberg at `https://codeberg.org`.
 *
 * - Gitea does not report whether an email address is verified. Many servers do not verify email addresses.
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

export default Gitea
