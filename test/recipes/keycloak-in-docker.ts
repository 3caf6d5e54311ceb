import Keycloak from 'latchkey/providers/keycloak'
import type { AuthConfig } from 'latchkey/types'

/** The realm as the browser finds it, which is its issuer. */
const realm = process.env['KEYCLOAK_REALM'] ?? 'http://localhost:8080/realms/acme'

/** The realm as the container of the app finds it. */
const internalRealm = process.env['KEYCLOAK_INTERNAL_REALM'] ?? 'http://keycloak:8080/realms/acme'

/** Reads the endpoints from Keycloak. */
export const config: AuthConfig = {
  providers: [Keycloak({ issuer: realm, wellKnown: `${internalRealm}/.well-known/openid-configuration` })],
}

/** For a Keycloak whose document names the endpoints of the browser: names those of the server. */
export const explicitConfig: AuthConfig = {
  providers: [
    Keycloak({
      issuer: realm,
      authorization: `${realm}/protocol/openid-connect/auth`,
      token: `${internalRealm}/protocol/openid-connect/token`,
      userinfo: `${internalRealm}/protocol/openid-connect/userinfo`,
      jwks_endpoint: `${internalRealm}/protocol/openid-connect/certs`,
    }),
  ],
}
