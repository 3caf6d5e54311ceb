import { defineOIDC } from './define.js'

/** The claims of SimpleLogin's ID token. */
export interface SimpleLoginProfile {
  [claim: string]: unknown
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
 * SimpleLogin, by Proton.
 *
 * - The address may be one that was made for your app alone; mail to it is passed on until its owner turns it off.
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

/** @alias */
export default SimpleLogin
