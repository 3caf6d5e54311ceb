import { defineOIDC } from './define.js'

/** The claims of Casdoor's ID token, in the format that is its default. */
export interface CasdoorProfile {
  [claim: string]: unknown
  sub: string
  /** The organisation that the person belongs to. */
  owner?: string | undefined
  /** What the person signs in with; the full name in the format `JWT-Standard`. */
  name: string
  displayName?: string | undefined
  avatar?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  groups?: readonly string[] | null | undefined
  isAdmin?: boolean | undefined
  /** In the format `JWT-Standard`. */
  picture?: string | undefined
}

/**
 * Casdoor. The issuer is the address of the server.
 *
 * - Choose `JWT-Standard` as the token format of the application. In the default one the name is what people sign in with,
 *   there is no picture, and the token is large.
 *
 * @see https://casdoor.org/docs/application/overview
 */
export const Casdoor = defineOIDC<CasdoorProfile>({ id: 'casdoor', name: 'Casdoor' })

/** @alias */
export default Casdoor
