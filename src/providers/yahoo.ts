import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Yahoo's ID token. */
export interface YahooProfile extends Omit<StandardClaims, 'preferred_username'> {
  nickname?: string | undefined
  locale?: string | undefined
}

/**
 * Signs users in with Yahoo.
 *
 * - The app needs the OpenID Connect permissions for profile and email.
 * - The redirect URI must use HTTPS.
 *
 * @see https://developer.yahoo.com/apps/
 */
export const Yahoo = defineOIDC<YahooProfile>({
  id: 'yahoo',
  name: 'Yahoo',
  issuer: 'https://api.login.yahoo.com',
  icon: () => import('./icons/yahoo.js'),
  style: { brandColor: '#6001d2' },
})

export default Yahoo
