import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of PingOne's ID token. */
export interface PingIdProfile extends StandardClaims {
  /** The environment. */
  env?: string | undefined
  /** The organisation. */
  org?: string | undefined
}

/**
 * Ping Identity, which is PingOne. The issuer is `https://auth.pingone.<tld>/<environment>/as`, with the top-level
 * domain of your region: `com`, `eu`, `ca`, `asia`, `com.au` or `sg`.
 *
 * - PingOne does not say whether an address is proven, and gives a name only where the application maps one.
 *
 * @see https://console.pingone.com/
 */
export const PingId = defineOIDC<PingIdProfile>({ id: 'ping-id', name: 'Ping Identity' })

/** @alias */
export default PingId
