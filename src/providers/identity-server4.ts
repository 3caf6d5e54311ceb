import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of IdentityServer4's ID token. */
export interface IdentityServer4Profile extends StandardClaims {}

/**
 * IdentityServer4. Nobody has mended it since December 2022; servers that still run work as they did.
 *
 * - The client needs `AlwaysIncludeUserClaimsInIdToken`, else name and address are not in the ID token. Without it give
 *   `idToken: false`, and the userinfo endpoint is asked.
 *
 * @deprecated Out of support since December 2022. Its successor is Duende IdentityServer.
 * @see https://identityserver4.readthedocs.io/en/latest/topics/clients.html
 */
export const IdentityServer4 = defineOIDC<IdentityServer4Profile>({
  id: 'identity-server4',
  name: 'IdentityServer4',
})

/** @alias */
export default IdentityServer4
