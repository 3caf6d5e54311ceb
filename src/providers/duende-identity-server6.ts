import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of an ID token of Duende IdentityServer. */
export interface DuendeISProfile extends AdditionalClaims, StandardClaims {
  /** The identity provider: `local`, or an external provider. */
  idp?: string | undefined
}

/**
 * Signs users in with Duende IdentityServer. The provider works with every version of this self-hosted server. Set
 * `issuer` to the URL of the server.
 *
 * - By default the ID token contains only `sub`. Set `AlwaysIncludeUserClaimsInIdToken` on the client in
 *   IdentityServer. Alternatively, set `idToken: false` in Latchkey, which then requests the userinfo endpoint.
 * - To get a refresh token, add the scope `offline_access`. The client needs `AllowOfflineAccess`.
 * - For a test, set `issuer: 'https://demo.duendesoftware.com'`.
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/
 */
export const DuendeIdentityServer6 = defineOIDC<DuendeISProfile>({
  id: 'duende-identity-server6',
  name: 'DuendeIdentityServer6',
})

/** The name of {@link DuendeISProfile} in Auth.js. */
export type DuendeISUser = DuendeISProfile

export default DuendeIdentityServer6
