import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of Roblox's ID token. */
export interface RobloxProfile extends AdditionalClaims {
  sub: string
  /** The display name. */
  name: string
  nickname: string
  /** The user name. It is not an email address. */
  preferred_username: string
  created_at: number
  profile: string
  picture: string | null
}

/**
 * Signs users in with Roblox.
 *
 * - Roblox does not return an email address.
 * - An app without review accepts only a few users.
 *
 * @see https://create.roblox.com/dashboard/credentials
 */
export const Roblox = defineOIDC<RobloxProfile>({
  id: 'roblox',
  name: 'Roblox',
  issuer: 'https://apis.roblox.com/oauth/',
  scope: 'openid profile',
  checks: ['pkce', 'state'],
  icon: () => import('./icons/roblox.js'),
  style: { bg: '#5865F2', text: '#fff' },
})

export default Roblox
