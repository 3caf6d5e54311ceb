import type { JsonValue } from './common.js'
import type { ProviderType } from './provider-type.js'

/** The response of a token endpoint (RFC 6749 section 5.1), with `expires_at` added. */
export interface TokenSet {
  access_token?: string | undefined
  refresh_token?: string | undefined
  id_token?: string | undefined
  scope?: string | undefined
  /** Always lower case. */
  token_type?: 'bearer' | 'dpop' | Lowercase<string> | undefined
  /** Seconds. */
  expires_in?: number | undefined
  /** Seconds since the epoch. */
  expires_at?: number | undefined
  session_state?: JsonValue | undefined
}

/** The link between a user and a provider. Extend by module augmentation. */
export interface Account extends TokenSet {
  /** The id of the provider. */
  provider: string
  /**
   * The id of the user at the provider. For email the email address, for credentials the id that `authorize`
   * returned.
   */
  providerAccountId: string
  type: ProviderType
  /** The id of the user that owns the account. Absent until the account is linked. */
  userId?: string | undefined
}

/** A passkey. */
export interface Authenticator {
  /** Base64. */
  credentialID: string
  providerAccountId: string
  /** Base64. */
  credentialPublicKey: string
  counter: number
  credentialDeviceType: string
  credentialBackedUp: boolean
  /** Comma-separated. */
  transports?: string | null | undefined
  userId?: string | undefined
}
