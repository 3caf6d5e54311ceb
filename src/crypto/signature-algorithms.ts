import type { Awaitable } from '../types/common.js'

/** The hash functions of signatures. */
export type SignatureHash = 'SHA-256' | 'SHA-384' | 'SHA-512'

/** An algorithm of JSON Web Signature with a public key. */
export interface SignatureAlgorithm {
  /** The name in Web Crypto. */
  readonly name: string
  /** The type of the key, RFC 7517 section 4.1. */
  readonly kty: 'RSA' | 'EC' | 'OKP' | 'AKP'
  /** The curve of the key, RFC 7518 section 6.2.1.1 and RFC 8037 section 2. */
  readonly crv?: string
  /** Missing if the algorithm has a hash function of its own. */
  readonly hash?: SignatureHash
}

/** A public key as a JSON Web Key, with the members of its type only. */
export type PublicJwk = Readonly<Record<string, string>>

/** An imported public key. The platform adds its own members. */
export interface VerificationKey {
  readonly algorithm: SignatureAlgorithm
}

/**
 * The functions that verify signatures with public keys. `signatures-node.ts` and `signatures-web.ts` implement them, and the import
 * `#signatures` selects one. They are apart from `#crypto`, because only a callback needs them.
 */
export interface SignaturePlatform {
  /** Imports a public key for one algorithm. @throws if it is malformed, of another type, or an RSA key of a forbidden size */
  importPublicKey(algorithm: SignatureAlgorithm, jwk: PublicJwk): Awaitable<VerificationKey>
  /** Verifies a signature of RFC 7515. An ECDSA signature is the two numbers, RFC 7518 section 3.4. */
  verifySignature(key: VerificationKey, text: string, signature: Uint8Array): Awaitable<boolean>
}

/** The greatest RSA key that OpenSSL accepts, in bits. Deno has no limit of its own. */
const maxRsaBits = 16_384

/** @throws if an RSA key has fewer than 2,048 bits (RFC 7518 section 3.3), or more than {@link maxRsaBits} */
export function assertRsaKeySize(bits: number | undefined): void {
  if (bits !== undefined && bits >= 2048 && bits <= maxRsaBits) return
  throw new RangeError(`The RSA key has ${bits} bits. Expected 2048 to ${maxRsaBits}.`)
}

/** @throws if a key has another type or curve than the algorithm: `node:crypto` verifies with any key */
export function assertKeyType({ kty, crv }: SignatureAlgorithm, jwk: PublicJwk): void {
  if (jwk.kty !== kty || jwk.crv !== crv)
    throw new TypeError(
      `The key has the type ${jwk.kty} and the curve ${jwk.crv}. Expected ${kty} and ${crv}.`,
    )
}
