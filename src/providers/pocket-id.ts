import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Pocket ID's ID token. */
export interface PocketIDProfile extends Omit<StandardClaims, 'given_name' | 'family_name'> {
  [claim: string]: unknown
  display_name?: string | undefined
  groups?: readonly string[] | undefined
}

/**
 * Signs users in with Pocket ID. Pocket ID is a self-hosted server with passkey sign-in. Set `issuer` to the URL of the
 * server.
 *
 * @see https://pocket-id.org/docs/guides/oidc-client-authentication
 */
export const PocketID = defineOIDC<PocketIDProfile>({ id: 'pocket-id', name: 'Pocket ID' })

export default PocketID
