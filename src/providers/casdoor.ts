import { defineOIDC } from './define.js'

/** The claims of Casdoor's ID token in the default token format. */
export interface CasdoorProfile {
  [claim: string]: unknown
  sub: string
  /** The organization of the user. */
  owner?: string | undefined
  /** The login name, or the full name in the token format `JWT-Standard`. */
  name: string
  displayName?: string | undefined
  avatar?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  groups?: readonly string[] | null | undefined
  isAdmin?: boolean | undefined
  /** Only in the token format `JWT-Standard`. */
  picture?: string | undefined
}

/**
 * Signs users in with Casdoor. Set `issuer` to the URL of the server.
 *
 * - Set the token format of the application to `JWT-Standard`. In the default format, `name` is the login name, there
 *   is no picture, and the token is large.
 *
 * @see https://casdoor.org/docs/application/overview
 */
export const Casdoor = defineOIDC<CasdoorProfile>({ id: 'casdoor', name: 'Casdoor' })

export default Casdoor
