/**
 * Time-based one-time passwords, RFC 6238.
 *
 * @module
 */
import { computeHmac, generateRandomBytes, type HmacHash, isTimingSafeEqual } from '../../plugins.js'

/** The hash functions of RFC 6238 section 1.2, named as in `otpauth:` URIs. */
export type TotpAlgorithm = 'SHA1' | 'SHA256' | 'SHA512'

/** How codes are computed from a secret. An authenticator app and the server must agree on it. */
export interface TotpParameters {
  readonly algorithm: TotpAlgorithm
  /** The length of a code: 6, 7 or 8. */
  readonly digits: number
  /** The duration of a step in seconds. */
  readonly period: number
}

/** A TOTP secret with its parameters. */
export interface TotpFactor extends TotpParameters {
  readonly secret: Uint8Array
}

/** The parameters of new factors. Most authenticator apps ignore others. */
export const defaultTotpParameters: TotpParameters = { algorithm: 'SHA1', digits: 6, period: 30 }

const hmacHashes: Readonly<Record<TotpAlgorithm, HmacHash>> = {
  SHA1: 'SHA-1',
  SHA256: 'SHA-256',
  SHA512: 'SHA-512',
}

/** Returns whether a value names a hash function of TOTP. */
export function isTotpAlgorithm(value: unknown): value is TotpAlgorithm {
  return typeof value === 'string' && Object.hasOwn(hmacHashes, value)
}

/** Generates a secret of 160 bits, as RFC 4226 section 4 recommends. */
export function generateTotpSecret(): Uint8Array {
  return generateRandomBytes(20)
}

/**
 * Returns why a factor from another system cannot be used, or null if it can. RFC 4226 section 4 requires a secret of 128 bits, but many
 * systems have issued 80, so those are accepted.
 */
export function findTotpFault({ secret, algorithm, digits, period }: TotpFactor): string | null {
  if (!isTotpAlgorithm(algorithm)) return `\`algorithm\` must be SHA1, SHA256 or SHA512; it is ${algorithm}.`
  if (![6, 7, 8].includes(digits)) return `\`digits\` must be 6, 7 or 8; it is ${digits}.`
  if (!Number.isInteger(period) || period < 15 || period > 300)
    return `\`period\` must be an integer from 15 to 300 seconds; it is ${period}.`
  if (secret.length < 10) return `\`secret\` must have at least 10 bytes; it has ${secret.length}.`
  return null
}

/** Returns the step of a time: T of RFC 6238 section 4.2. `time` is in milliseconds since the epoch. */
export function getTotpStep({ period }: TotpParameters, time: number): number {
  return Math.floor(time / 1000 / period)
}

/** Computes the code of a step, with its leading zeros. RFC 4226 section 5.3. */
export async function computeTotpCode(factor: TotpFactor, step: number): Promise<string> {
  const mac = await computeHmac(hmacHashes[factor.algorithm], factor.secret, encodeStep(step))
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength)
  const offset = view.getUint8(mac.byteLength - 1) & 15
  const number = view.getUint32(offset) & 0x7fff_ffff
  return String(number % 10 ** factor.digits).padStart(factor.digits, '0')
}

/**
 * Finds the step whose code was typed: the current one, the one before or the one after (RFC 6238 section 5.2). Returns null if the code is
 * of none of them. Blanks in the code are ignored. The duration does not depend on the code.
 *
 * If two steps have the same code, the later one is returned. The caller then stores it as used, and the code is not valid a second time.
 *
 * @param time in milliseconds since the epoch
 */
export async function findTotpStep(factor: TotpFactor, code: string, time: number): Promise<number | null> {
  const typed = code.replace(/\s/g, '')
  const current = getTotpStep(factor, time)
  let found: number | null = null
  for (const step of [current - 1, current, current + 1]) {
    if (step < 0) continue
    const isMatch = isTimingSafeEqual(await computeTotpCode(factor, step), typed)
    found = isMatch ? step : found
  }
  return found
}

/** RFC 4226 section 5.2. */
function encodeStep(step: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(step))
  return bytes
}
