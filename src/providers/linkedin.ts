import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of LinkedIn's ID token. */
export interface LinkedInProfile extends AdditionalClaims, Omit<StandardClaims, 'preferred_username'> {
  /** The user's id in this app. */
  sub: string
  name: string
  given_name: string
  family_name: string
  locale?: string | undefined
}

/**
 * Signs users in with LinkedIn.
 *
 * - The app needs the product "Sign In with LinkedIn using OpenID Connect".
 *
 * @see https://www.linkedin.com/developers/apps
 */
export const LinkedIn = defineOIDC<LinkedInProfile>({
  id: 'linkedin',
  name: 'LinkedIn',
  issuer: 'https://www.linkedin.com/oauth',
  checks: ['state'],
  omitsNonce: true,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  icon: () => import('./icons/linkedin.js'),
  style: { bg: '#069', text: '#fff' },
})

export default LinkedIn
