import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of PingOne's ID token. */
export interface PingIdProfile extends AdditionalClaims, StandardClaims {
  /** The environment. */
  env?: string | undefined
  /** The organization. */
  org?: string | undefined
}

/**
 * Signs users in with PingOne. PingOne is the cloud service of Ping Identity. Set `issuer` to
 * `https://auth.pingone.<tld>/<environment>/as`. `<tld>` is the domain of your region: `com`, `eu`, `ca`, `asia`,
 * `com.au` or `sg`.
 *
 * - PingOne does not report whether an email address is verified. It returns a name only if the application maps one.
 *
 * @see https://console.pingone.com/
 */
export const PingId = defineOIDC<PingIdProfile>({ id: 'ping-id', name: 'Ping Identity' })

/** The name of {@link PingIdProfile} in Auth.js. */
export type PingProfile = PingIdProfile

export default PingId
