import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Clerk's ID token. */
export interface ClerkProfile extends StandardClaims {}

/**
 * Clerk as an identity provider. The issuer is the "Frontend API URL" of the instance, such as
 * `https://verb-noun-00.clerk.accounts.dev`.
 *
 * - The app is an "OAuth application" of the instance, with the scopes `profile` and `email`.
 * - A refresh token comes with the scope `offline_access`.
 *
 * @see https://dashboard.clerk.com/
 */
export const Clerk = defineOIDC<ClerkProfile>({
  id: 'clerk',
  name: 'Clerk',
  icon: () => import('./icons/clerk.js'),
})

/** @alias */
export default Clerk
