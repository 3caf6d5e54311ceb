import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Clerk's ID token. */
export interface ClerkProfile extends StandardClaims {
  [claim: string]: unknown
}

/**
 * Signs users in with Clerk. Clerk acts as the identity provider. Set `issuer` to the "Frontend API URL" of the
 * instance, such as `https://verb-noun-00.clerk.accounts.dev`.
 *
 * - Create an "OAuth application" in the instance, with the scopes `profile` and `email`.
 * - To get a refresh token, add the scope `offline_access`.
 *
 * @see https://dashboard.clerk.com/
 */
export const Clerk = defineOIDC<ClerkProfile>({
  id: 'clerk',
  name: 'Clerk',
  icon: () => import('./icons/clerk.js'),
})

export default Clerk
