import type { Awaitable } from '../types/common.js'

/** The content encryption algorithms of RFC 7518 section 5 that sessions may use. */
export type Enc = 'A256CBC-HS512' | 'A256GCM'

/** The length of each algorithm's key, in bytes. */
export const keyLengths: Readonly<Record<Enc, number>> = { 'A256CBC-HS512': 64, A256GCM: 32 }

/** A content encryption key, imported once; what it holds is the platform's business. */
export interface CipherKey {
  readonly enc: Enc
}

/** The parts of a compact JWE after its header, RFC 7516 section 7.1, base64url. */
export interface Sealed {
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/**
 * What a platform must offer; `node.ts` and `web.ts` are its two implementations and `#crypto` chooses. Answers may
 * come at once or as a promise: `await` both.
 */
export interface CryptoPlatform {
  generateRandomBytes(length: number): Uint8Array
  /** Lower case. */
  toHex(bytes: Uint8Array): string
  /** Without padding. */
  toBase64url(bytes: Uint8Array): string
  /** Null when the text is not base64url. */
  fromBase64url(text: string): Uint8Array | null
  hashSha256(text: string): Awaitable<Uint8Array>
  /** SHA-512 for a key of 64 bytes, else SHA-256. */
  hashForEnc(enc: Enc, text: string): Awaitable<Uint8Array>
  /** RFC 5869 with SHA-256. */
  deriveKeyBytes(secret: string, salt: string, info: string, length: number): Awaitable<Uint8Array>
  importKey(enc: Enc, bytes: Uint8Array): Awaitable<CipherKey>
  /** `header` is the protected header, base64url: the additional authenticated data. */
  encrypt(key: CipherKey, header: string, plaintext: string): Awaitable<Sealed>
  /** Null when the tag does not fit; the tag is checked in constant time, before anything is decrypted. */
  decrypt(key: CipherKey, header: string, sealed: Sealed): Awaitable<string | null>
  /** Compares secrets; the time taken tells the length at most. */
  isTimingSafeEqual(a: string, b: string): boolean
}
