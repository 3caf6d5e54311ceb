import { defineOIDC } from './define.js'

/** The claims of Keycloak's ID token; mappers of the client add more. */
export interface KeycloakProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  preferred_username: string
  email?: string | undefined
  email_verified?: boolean | undefined
  /** Only with a mapper for it. */
  picture?: string | undefined
}

/**
 * Keycloak.
 *
 * - The issuer is a realm: `https://sso.acme.example/realms/acme`, at servers before version 17
 *   `https://sso.acme.example/auth/realms/acme`.
 * - Switch on "Client authentication" of the client; its secret is made then.
 * - Roles are in the access token. A mapper of the client puts them into the ID token, and so into the profile.
 *
 * @see https://www.keycloak.org/docs/latest/server_admin/index.html#_oidc_clients
 */
export const Keycloak = defineOIDC<KeycloakProfile>({
  id: 'keycloak',
  name: 'Keycloak',
  icon: () => import('./icons/keycloak.js'),
  style: { brandColor: '#428bca' },
})

/** @alias */
export default Keycloak
