import { defineOIDC } from './define.js'

/** The claims of SimpleLogin's ID token. */
export interface SimpleLoginProfile {
  sub: string
  name: string
  email: string
  email_verified: boolean
  avatar_url: string | null
  id: number
  /** The name of your app. */
  client: string
}

/**
 * Signs users in with SimpleLogin. SimpleLogin is a Proton product.
 *
 * - The email address can be an alias for your app. SimpleLogin forwards emails until the user turns the alias off.
 *
 * @see https://app.simplelogin.io/developer
 */
export const SimpleLogin = defineOIDC<SimpleLoginProfile>({
  id: 'simplelogin',
  name: 'SimpleLogin',
  issuer: 'https://app.simplelogin.io',
  profile: ({ sub, name, email, avatar_url }) => ({ id: sub, name, email, image: avatar_url }),
  icon: () => import('./icons/simplelogin.js'),
  style: { brandColor: '#e3156a' },
})

export default SimpleLogin
