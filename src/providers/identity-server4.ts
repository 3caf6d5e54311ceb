import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of IdentityServer4's ID token. */
export interface IdentityServer4Profile extends AdditionalClaims, StandardClaims {}

/**
 * Signs users in with IdentityServer4. IdentityServer4 is out of support since December 2022. Existing servers continue
 * to work.
 *
 * - Set `AlwaysIncludeUserClaimsInIdToken` on the client. Otherwise the ID token contains neither name nor email
 *   address. Alternatively, set `idToken: false` to request the userinfo endpoint.
 *
 * @deprecated Out of support since December 2022. Its successor is Duende IdentityServer.
 * @see https://identityserver4.readthedocs.io/en/latest/topics/clients.html
 */
export const IdentityServer4 = defineOIDC<IdentityServer4Profile>({
  id: 'identity-server4',
  name: 'IdentityServer4',
})

export default IdentityServer4
