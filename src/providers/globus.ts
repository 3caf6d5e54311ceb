import { defineOIDC } from './define.js'

/** The claims of Globus's ID token. */
export interface GlobusProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  /** Looks like an address, `jroe@example.edu`, and need not be one. */
  preferred_username: string
  email?: string | undefined
  organization?: string | undefined
  /** The id of the organisation that vouches for the person. */
  identity_provider: string
  identity_provider_display_name: string
  /** In seconds. */
  last_authentication: number | null
}

/**
 * Globus.
 *
 * - `sub` is the one of a person's linked identities that they call their primary one.
 * - A refresh token comes only with `access_type=offline`.
 * - Globus does not say whether an address is proven.
 *
 * @see https://app.globus.org/settings/developers
 */
export const Globus = defineOIDC<GlobusProfile>({
  id: 'globus',
  name: 'Globus',
  issuer: 'https://auth.globus.org',
})

/** @alias */
export default Globus
