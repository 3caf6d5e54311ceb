import type { OAuthUserConfig } from '../types/provider.js'
import { defineOAuth } from './define.js'

/** What `GET /user` answers. */
export interface GitHubProfile {
  [member: string]: unknown
  id: number
  login: string
  name: string | null
  email: string | null
  email_verified?: boolean | undefined
  avatar_url: string
}

interface Address {
  readonly email: string
  readonly primary: boolean
  readonly verified: boolean
}

const define = defineOAuth<GitHubProfile, { baseUrl?: string; apiUrl?: string }>({
  id: 'github',
  name: 'GitHub',
  issuer: '{baseUrl}/login/oauth',
  authorization: '{baseUrl}/login/oauth/authorize',
  token: '{baseUrl}/login/oauth/access_token',
  userinfo: {
    url: '{apiUrl}/user',
    further: [{ url: '{apiUrl}/user/emails', without: 'refused', join: withAddress }],
  },
  scope: 'read:user user:email',
  profile: ({ id, name, login, email, avatar_url }) => ({
    id: String(id),
    name: name ?? login,
    email,
    image: avatar_url,
  }),
  mark: () => import('./marks/github.js'),
  style: { bg: '#24292f', text: '#fff' },
  baseUrl: 'https://github.com',
  apiUrl: 'https://api.github.com',
})

/**
 * GitHub, or a GitHub Enterprise Server with `enterprise: { baseUrl: 'https://github.acme.example' }`.
 *
 * - The address is asked for on its own, as most people hide it: the primary one, and whether it is proven.
 * - A GitHub App needs the permission to read addresses; without it nobody has one.
 *
 * @see https://github.com/settings/developers
 */
export function GitHub(options: OAuthUserConfig<GitHubProfile> & { enterprise?: { baseUrl: string } } = {}) {
  const baseUrl = options.enterprise?.baseUrl.replace(/\/$/, '')
  return define({ ...options, ...(baseUrl && { baseUrl, apiUrl: `${baseUrl}/api/v3` }) })
}

/** The address that is shown to everybody may be any of theirs; the primary one is where they get their mail. */
function withAddress(profile: Readonly<Record<string, unknown>>, answer: unknown) {
  const addresses: readonly Address[] = Array.isArray(answer) ? answer : []
  const best = addresses.find(({ primary }) => primary) ?? addresses[0]
  const own = addresses.find(({ email }) => email === profile.email)
  const chosen = profile.email ? own : best
  return chosen ? { ...profile, email: chosen.email, email_verified: chosen.verified } : { ...profile }
}

/** @alias */
export default GitHub
