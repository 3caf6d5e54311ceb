import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of CILogon's ID token. The institution decides which of them are present. */
export interface CILogonProfile extends StandardClaims {
  [claim: string]: unknown
  /** The institution, such as `urn:mace:incommon:example.edu`. */
  idp?: string | undefined
  idp_name?: string | undefined
  /** The user name at the institution: `jroe@example.edu`. */
  eppn?: string | undefined
  eptid?: string | undefined
  /** `employee@example.edu;member@example.edu` */
  affiliation?: string | undefined
}

/**
 * Signs users in with CILogon. Users sign in with the accounts of universities and research institutions.
 *
 * - A new client must be approved. It gets only the claims of the scopes that it was registered with.
 * - The request parameter `selected_idp` sends users directly to their institution.
 * - CILogon does not report whether an email address is verified. An institution can omit every claim except `sub`.
 *
 * @see https://cilogon.org/oauth2/register
 */
export const CILogon = defineOIDC<CILogonProfile>({
  id: 'cilogon',
  name: 'CILogon',
  issuer: 'https://cilogon.org',
  scope: 'openid email profile org.cilogon.userinfo',
  client: { token_endpoint_auth_method: 'client_secret_post' },
})

export default CILogon
