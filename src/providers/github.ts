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

/** @alias */
export default GitHub
