/**
 * Cryptography for plugins. The types name no conditional import, because compilers with `moduleResolution: node10` do not resolve one.
 *
 * @module
 */
import * as platform from '#crypto'
import type { CryptoPlatform } from '../crypto/platform.js'

/** Generates cryptographically random bytes. */
export const generateRandomBytes: CryptoPlatform['generateRandomBytes'] = platform.generateRandomBytes

/** Encodes bytes as base64url without padding. RFC 4648 section 5. */
export const toBase64url: CryptoPlatform['toBase64url'] = platform.toBase64url

/** Returns the SHA-256 digest of a text, as hex. */
export const hashSha256Hex: CryptoPlatform['hashSha256Hex'] = platform.hashSha256Hex

/** Computes the HMAC of a message. RFC 2104. */
export const computeHmac: CryptoPlatform['computeHmac'] = platform.computeHmac

/** Returns whether two texts are equal. The duration depends only on their lengths. */
export const isTimingSafeEqual: CryptoPlatform['isTimingSafeEqual'] = platform.isTimingSafeEqual
