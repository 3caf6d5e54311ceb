import type { JsonValue } from './common.js'
import type { ProviderType } from './provider-type.js'

/** A token endpoint's answer, RFC 6749 section 5.1, with `expires_at` (seconds since the epoch) added. */
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

/** Connects a person with a provider. Extend by module augmentation. */
export interface Account extends TokenSet {
  /** The id of the provider. */
  provider: string
  /** The person's id at the provider; the address for e-mail, what `authorize` returned for credentials. */
  providerAccountId: string
  type: ProviderType
  /** The id of the user that owns the account; absent before the account is linked. */
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
