import { defineOIDC, type StandardClaims } from './define.js'

/** The userinfo response of Authelia. */
export interface AutheliaProfile extends StandardClaims {
  [claim: string]: unknown
  alt_emails?: readonly string[] | undefined
  /** Requires the scope `groups`. */
  groups?: readonly string[] | undefined
  updated_at?: number | undefined
}

/**
 * Signs users in with Authelia. Set `issuer` to the URL of the portal.
 *
 * - Latchkey reads the profile from the userinfo endpoint. Since version 4.39, the ID token contains neither name nor
 *   email address.
 * - Authelia's configuration contains a hash of the client secret. The app needs the secret itself.
 * - To get a refresh token, add the scope `offline_access`, which the client must be allowed to request.
 *
 * @see https://www.authelia.com/configuration/identity-providers/openid-connect/clients/
 */
export const Authelia = defineOIDC<AutheliaProfile>({
  id: 'authelia',
  name: 'Authelia',
  idToken: false,
  icon: () => import('./icons/authelia.js'),
})

export default Authelia
