import type { OAuthUserConfig } from '../types/provider.js'
import { defineOAuth } from './define.js'

/** The response of `GET /user`. */
export interface GitHubProfile {
  [member: string]: unknown
  id: number
  login: string
  name: string | null
  email: string | null
  email_verified?: boolean | undefined
  avatar_url: string
  gravatar_id: string | null
  node_id: string
  type: string
  site_admin: boolean
  company: string | null
  blog: string | null
  location: string | null
  hireable: boolean | null
  bio: string | null
  twitter_username?: string | null | undefined
  /** The API URL of the user. */
  url: string
  /** The URL of the user's page. */
  html_url: string
  followers_url: string
  following_url: string
  gists_url: string
  starred_url: string
  subscriptions_url: string
  organizations_url: string
  repos_url: string
  events_url: string
  received_events_url: string
  public_repos: number
  public_gists: number
  followers: number
  following: number
  created_at: string
  updated_at: string
  suspended_at?: string | null | undefined
  /** Requires the scope `user`, as the next six. */
  private_gists?: number | undefined
  total_private_repos?: number | undefined
  owned_private_repos?: number | undefined
  disk_usage?: number | undefined
  collaborators?: number | undefined
  two_factor_authentication?: boolean | undefined
  plan?: { collaborators: number; name: string; space: number; private_repos: number } | undefined
}

/** An entry of `GET /user/emails`. */
export interface GitHubEmail {
  readonly email: string
  readonly primary: boolean
  readonly verified: boolean
}

const createProvider = defineOAuth<GitHubProfile, { baseUrl?: string; apiUrl?: string }>({
  id: 'github',
  name: 'GitHub',
  issuer: '{baseUrl}/login/oauth',
  authorization: '{baseUrl}/login/oauth/authorize',
  token: '{baseUrl}/login/oauth/access_token',
  userinfo: {
    url: '{apiUrl}/user',
    additionalRequests: [
      { url: '{apiUrl}/user/emails', ignoreFailure: 'client-error', merge: withEmailStatus },
    ],
  },
  scope: 'read:user user:email',
  profile: ({ id, name, login, email, avatar_url }) => ({
    id: String(id),
    name: name ?? login,
    email,
    image: avatar_url,
  }),
  // Without the permission to read email addresses, nothing proves the one of the profile.
  isEmailVerified: ({ email_verified = false }) => email_verified,
  icon: () => import('./icons/github.js'),
  style: { bg: '#24292f', text: '#fff' },
  baseUrl: 'https://github.com',
  apiUrl: 'https://api.github.com',
})

/**
 * Signs users in with GitHub. For GitHub Enterprise Server, set
 * `enterprise: { baseUrl: 'https://github.acme.example' }`.
 *
 * - Latchkey requests the primary email address and its verification status separately, because most users hide it.
 * - A GitHub App needs the permission to read email addresses. Otherwise the profile has only a public one, which counts
 *   as unverified.
 *
 * @see https://github.com/settings/developers
 */
export function GitHub(options: OAuthUserConfig<GitHubProfile> & { enterprise?: { baseUrl: string } } = {}) {
  const baseUrl = options.enterprise?.baseUrl.replace(/\/$/, '')
  return createProvider({ ...options, ...(baseUrl && { baseUrl, apiUrl: `${baseUrl}/api/v3` }) })
}

/** Adds the `verified` flag of the public email address, or the primary address without one, because the public one can be any address of the user. */
function withEmailStatus(profile: Readonly<Record<string, unknown>>, body: unknown) {
  const emails: readonly GitHubEmail[] = Array.isArray(body) ? body : []
  const primaryEmail = emails.find(({ primary }) => primary) ?? emails[0]
  const profileEmail = emails.find(({ email }) => email === profile.email)
  const selected = profile.email ? profileEmail : primaryEmail
  return selected ? { ...profile, email: selected.email, email_verified: selected.verified } : { ...profile }
}

export default GitHub
