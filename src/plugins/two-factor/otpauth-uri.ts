import { encodeBase32, toWellFormed } from '../../plugins.js'
import type { TotpFactor } from './totp.js'

/** The names that an authenticator app shows. */
export interface TotpLabel {
  /** The name of the app that the user signs in to. */
  readonly issuer: string
  /** The name of the user's account, usually the email address. */
  readonly account: string
}

/**
 * Builds the URI that authenticator apps read from a QR code. The label repeats the issuer, because some apps read only one of the two.
 * The URI contains the secret: never log it, and send it only with `Cache-Control: no-store`.
 */
export function buildOtpauthUri(factor: TotpFactor, label: TotpLabel): string {
  const issuer = encodePart(label.issuer)
  const parameters = [
    `secret=${encodeBase32(factor.secret)}`,
    `issuer=${issuer}`,
    `algorithm=${factor.algorithm}`,
    `digits=${factor.digits}`,
    `period=${factor.period}`,
  ]
  return `otpauth://totp/${issuer}:${encodePart(label.account)}?${parameters.join('&')}`
}

/** Encodes a name. A colon separates issuer and account, so it becomes a blank. Apps show `+` as it is, so a blank becomes `%20`. */
function encodePart(name: string): string {
  const separated = name.replaceAll(':', ' ').replace(/\s+/g, ' ').trim()
  return encodeURIComponent(toWellFormed(separated))
}
