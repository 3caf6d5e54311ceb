import { defineOIDC } from './define.js'

/** The claims of Auth0's ID token. */
export interface Auth0Profile {
  [claim: string]: unknown
  /** Where the person signed in, and who they are there: `auth0|507f1f77bcf86cd799439020`. */
  sub: string
  name: string
  nickname: string
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture: string
  /** With Organizations: the one that the person signed in to. */
  org_id?: string | undefined
}

/**
 * Auth0. The issuer is `https://<tenant>.<region>.auth0.com`, or a domain of your own.
 *
 * - A refresh token comes with the scope `offline_access`.
 *
 * @see https://manage.auth0.com/#/applications
 */
export const Auth0 = defineOIDC<Auth0Profile>({
  id: 'auth0',
  name: 'Auth0',
  icon: () => import('./icons/auth0.js'),
  style: { bg: '#EB5424', text: '#fff' },
})

/** @alias */
export default Auth0
