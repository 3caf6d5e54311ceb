import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Auth0's ID token. */
export interface Auth0Profile extends AdditionalClaims, Omit<StandardClaims, 'preferred_username'> {
  /** The identity provider and the user's id there: `auth0|507f1f77bcf86cd799439020`. */
  sub: string
  name: string
  nickname: string
  picture: string
  /** The organization that the user signed in to, if you use Organizations. */
  org_id?: string | undefined
}

/**
 * Signs users in with Auth0. Set `issuer` to `https://<tenant>.<region>.auth0.com` or to your custom domain.
 *
 * - To get a refresh token, add the scope `offline_access`.
 *
 * @see https://manage.auth0.com/#/applications
 */
export const Auth0 = defineOIDC<Auth0Profile>({
  id: 'auth0',
  name: 'Auth0',
  icon: () => import('./icons/auth0.js'),
  style: { bg: '#EB5424', text: '#fff' },
})

export default Auth0
