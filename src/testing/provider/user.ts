import type { UserClaims } from './grants.js'

/** A user with an account at the provider: standard claims of OpenID Connect Core section 5.1. */
export interface ProviderUser extends UserClaims {
  /** The stable id at the provider. */
  sub: string
  name?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
}
