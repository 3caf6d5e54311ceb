import type { Awaitable } from '../types/common.js'

/** The content encryption algorithms of RFC 7518 section 5 that session tokens can use. */
export type Enc = 'A256CBC-HS512' | 'A256GCM'

/** Key length of each algorithm, in bytes. */
export const keyLengths: Readonly<Record<Enc, number>> = { 'A256CBC-HS512': 64, A256GCM: 32 }

/** The hash functions of HMAC, RFC 2104. */
export type HmacHash = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'

/** The input of {@link CryptoPlatform.derivePasswordBytes}. */
export interface PasswordDerivation {
  readonly password: string
  readonly salt: Uint8Array
  readonly iterations: number
  /** In bytes. */
  readonly length: number
}

/** An imported content encryption key. The platform adds its own members. */
export interface CipherKey {
  readonly enc: Enc
}

/** The parts of a compact JWE after its header, RFC 7516 section 7.1, as base64url. */
export interface Sealed {
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/**
 * The functions that a platform provides. `node.ts` and `web.ts` implement them, and the import `#crypto`
 * selects one. A function can return a value or a promise, so always `await`.
 */
export interface CryptoPlatform {
  generateRandomBytes(length: number): Uint8Array
  /** Random bytes as lower-case hex. */
  generateRandomHex(length: number): string
  /** The SHA-256 digest of a text as lower-case hex. */
  hashSha256Hex(text: string): Awaitable<string>
  /** Lower case. */
  toHex(bytes: Uint8Array): string
  /** Without padding. */
  toBase64url(bytes: Uint8Array): string
  /** Null if the text is not base64url. */
  fromBase64url(text: string): Uint8Array | null
  hashSha256(text: string): Awaitable<Uint8Array>
  /** SHA-512 for a key of 64 bytes, else SHA-256. */
  hashForThumbprint(enc: Enc, text: string): Awaitable<Uint8Array>
  /** HKDF of RFC 5869 with SHA-256. `length` is in bytes. */
  deriveKeyBytes(secret: string, salt: string, info: string, length: number): Awaitable<Uint8Array>
  /** HMAC of RFC 2104. The key must not be empty. */
  computeHmac(hash: HmacHash, key: Uint8Array, message: Uint8Array): Awaitable<Uint8Array>
  /** PBKDF2 of RFC 8018 section 5.2 with HMAC-SHA-256. */
  derivePasswordBytes(input: PasswordDerivation): Awaitable<Uint8Array>
  importKey(enc: Enc, bytes: Uint8Array): Awaitable<CipherKey>
  /** `header` is the protected header as base64url: the additional authenticated data. */
  encrypt(key: CipherKey, header: string, plaintext: string): Awaitable<Sealed>
  /**
   * Null if the tag does not match. The tag is verified in constant time, before any plaintext is returned.
   */
  decrypt(key: CipherKey, header: string, sealed: Sealed): Awaitable<string | null>
  /** Compares secrets in constant time. The duration reveals the length at most. */
  isTimingSafeEqual(a: string, b: string): boolean
}
