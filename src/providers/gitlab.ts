import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /user`. */
export interface GitLabProfile extends AdditionalClaims {
  id: number
  sub?: string | undefined
  username: string
  name: string
  state: string
  email: string
  /** The time when the user confirmed the email address. */
  confirmed_at?: string | null | undefined
  avatar_url: string | null
  web_url: string
  two_factor_enabled?: boolean | undefined
}

/**
 * Signs users in with GitLab. For a self-managed installation, set `baseUrl: 'https://gitlab.acme.example'`.
 *
 * @see https://gitlab.com/-/user_settings/applications
 */
export const GitLab = defineOAuth<GitLabProfile, { baseUrl?: string }>({
  id: 'gitlab',
  name: 'GitLab',
  issuer: '{baseUrl}',
  authorization: '{baseUrl}/oauth/authorize',
  token: '{baseUrl}/oauth/token',
  userinfo: '{baseUrl}/api/v4/user',
  scope: 'read_user',
  profile: ({ sub, id, name, username, email, avatar_url }) => ({
    id: String(sub ?? id),
    name: name ?? username,
    email,
    image: avatar_url,
  }),
  isEmailVerified: ({ confirmed_at }) => Boolean(confirmed_at),
  icon: () => import('./icons/gitlab.js'),
  style: { bg: '#FC6D26', text: '#fff' },
  baseUrl: 'https://gitlab.com',
})

export default GitLab
