import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Dex's ID token. */
export interface DexProfile extends StandardClaims {
  /** The connector, and who the person is there, in one encoded text. */
  sub: string
  /** With the scope `groups`. */
  groups?: readonly string[] | undefined
}

/**
 * Dex. The issuer is `issuer` of its configuration, path included: `https://dex.acme.example/dex`.
 *
 * - The parameter `connector_id` sends people straight to one of the connectors.
 * - Who signs in through another connector is somebody else.
 * - A refresh token comes with the scope `offline_access`.
 *
 * @see https://dexidp.io/docs/guides/using-dex/
 */
export const Dex = defineOIDC<DexProfile>({ id: 'dex', name: 'Dex' })

/** @alias */
export default Dex
