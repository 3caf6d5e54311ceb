import { defineOIDC, type StandardClaims } from './define.js'

/** What Authelia's userinfo endpoint answers. */
export interface AutheliaProfile extends StandardClaims {
  alt_emails?: readonly string[] | undefined
  /** With the scope `groups`. */
  groups?: readonly string[] | undefined
  updated_at?: number | undefined
}

/**
 * Authelia. The issuer is the address of the portal.
 *
 * - People are asked for at the userinfo endpoint: since version 4.39 the ID token has nobody's name or address.
 * - Authelia's configuration has a hash of the client secret; the app has the secret itself.
 * - A refresh token comes with the scope `offline_access`, which the client must be allowed to ask for.
 *
 * @see https://www.authelia.com/configuration/identity-providers/openid-connect/clients/
 */
export const Authelia = defineOIDC<AutheliaProfile>({
  id: 'authelia',
  name: 'Authelia',
  idToken: false,
  icon: () => import('./icons/authelia.js'),
})

/** @alias */
export default Authelia
