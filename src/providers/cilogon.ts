import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of CILogon's ID token. Which there are is up to the institution. */
export interface CILogonProfile extends StandardClaims {
  /** The institution, such as `urn:mace:incommon:example.edu`. */
  idp?: string | undefined
  idp_name?: string | undefined
  /** What the person is called there: `jroe@example.edu`. */
  eppn?: string | undefined
  eptid?: string | undefined
  /** `employee@example.edu;member@example.edu` */
  affiliation?: string | undefined
}

/**
 * CILogon, sign-in with the accounts of universities and research institutions.
 *
 * - A new client waits for approval, and is given no claims but those of the scopes that it was registered with.
 * - The parameter `selected_idp` sends people straight to their institution.
 * - Nobody says whether an address is proven, and an institution may leave out anything but `sub`.
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

/** @alias */
export default CILogon
