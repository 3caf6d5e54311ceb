import { defineOIDC } from './define.js'

/** The claims of Globus's ID token. */
export interface GlobusProfile {
  sub: string
  name?: string | undefined
  /** A user name such as `jroe@example.edu`. It is not necessarily an email address. */
  preferred_username: string
  email?: string | undefined
  organization?: string | undefined
  /** The id of the organization that authenticated the user. */
  identity_provider: string
  identity_provider_display_name: string
  /** The time of the last authentication, in seconds since the epoch. */
  last_authentication: number | null
}

/**
 * Signs users in with Globus.
 *
 * - `sub` is the identity that the user selected as primary among their linked identities.
 * - To get a refresh token, set the request parameter `access_type=offline`.
 * - Globus does not report whether an email address is verified.
 *
 * @see https://app.globus.org/settings/developers
 */
export const Globus = defineOIDC<GlobusProfile>({
  id: 'globus',
  name: 'Globus',
  issuer: 'https://auth.globus.org',
})

export default Globus
