import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Dex's ID token. */
export interface DexProfile extends StandardClaims {
  /** The connector and the user's id there, encoded together. */
  sub: string
  /** Requires the scope `groups`. */
  groups?: readonly string[] | undefined
  /** Requires the scope `federated:id`. */
  federated_claims?: { connector_id: string; user_id: string } | undefined
}

/**
 * Signs users in with Dex. Set `issuer` to the `issuer` of Dex's configuration, including the path:
 * `https://dex.acme.example/dex`.
 *
 * - The request parameter `connector_id` sends users directly to one of the connectors.
 * - `sub` depends on the connector. Signing in through another connector yields another account.
 * - To get a refresh token, add the scope `offline_access`.
 *
 * @see https://dexidp.io/docs/guides/using-dex/
 */
export const Dex = defineOIDC<DexProfile>({ id: 'dex', name: 'Dex' })

export default Dex
