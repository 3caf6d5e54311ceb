import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of an ID token of Duende IdentityServer. */
export interface DuendeISProfile extends StandardClaims {
  /** Where the person signed in: `local`, or another provider. */
  idp?: string | undefined
}

/**
 * Duende IdentityServer, of any version, on a server of your own. The issuer is its address.
 *
 * - By default an ID token has nothing but the id. Set `AlwaysIncludeUserClaimsInIdToken` of the client there, or
 *   `idToken: false` here, which asks the userinfo endpoint.
 * - A refresh token comes with the scope `offline_access`, where the client has `AllowOfflineAccess`.
 * - To try it out: `issuer: 'https://demo.duendesoftware.com'`.
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/
 */
export const DuendeIdentityServer6 = defineOIDC<DuendeISProfile>({
  id: 'duende-identity-server6',
  name: 'DuendeIdentityServer6',
})

/** @alias */
export default DuendeIdentityServer6
