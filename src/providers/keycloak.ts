import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Keycloak's ID token. Mappers of the client add more. */
export interface KeycloakProfile extends AdditionalClaims, StandardClaims {
  preferred_username: string
  /** Requires a mapper. */
  picture?: string | undefined
}

/**
 * Signs users in with Keycloak.
 *
 * - Set `issuer` to the realm: `https://sso.acme.example/realms/acme`. Before version 17 it is
 *   `https://sso.acme.example/auth/realms/acme`.
 * - Turn on "Client authentication" for the client. Keycloak then creates its secret.
 * - The access token contains the roles. To add them to the ID token and so to the profile, add a mapper to the client.
 *
 * @see https://www.keycloak.org/docs/latest/server_admin/index.html#_oidc_clients
 */
export const Keycloak = defineOIDC<KeycloakProfile>({
  id: 'keycloak',
  name: 'Keycloak',
  icon: () => import('./icons/keycloak.js'),
  style: { brandColor: '#428bca' },
})

export default Keycloak
