/**
 * Encodings of password hashes, and the Unicode forms of passwords.
 *
 * @module
 */
import { isTimingSafeEqual, toBase64url } from '../../../plugins.js'

/** Encodes bytes as base64 without padding, as in PHC strings. */
export function encodeBase64(bytes: Uint8Array): string {
  return toBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/')
}

/** Decodes base64 with or without padding. Returns null if the text is something else. */
export function decodeBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const digits = text.replace(/=+$/, '')
  if (digits.length % 4 === 1) return null
  return Uint8Array.from(atob(digits), character => character.charCodeAt(0))
}

/** Decodes hex. Returns null if the text is something else. */
export function decodeHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return null
  return Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

/** Returns whether two keys are equal. The duration depends only on their lengths. */
export function isSameKey(a: Uint8Array, b: Uint8Array): boolean {
  return isTimingSafeEqual(toBase64url(a), toBase64url(b))
}

/** Longest password that is hashed, in code points. The rules for new passwords allow fewer. */
const maxCodePoints = 1024

/**
 * Returns whether a value can be hashed: text of at most 1,024 code points. UTF-16 of more than four times as many units is not even
 * normalized.
 */
export function isHashable(password: unknown): password is string {
  if (typeof password !== 'string' || password.length > 4 * maxCodePoints) return false
  return [...password.normalize('NFC')].length <= maxCodePoints
}

/**
 * Lists the Unicode forms in which another system may have hashed a password: composed, decomposed, and as it was typed. Most passwords have
 * one form. New hashes always have the first (NIST SP 800-63B-4 section 3.1.1.2).
 */
export function listUnicodeForms(password: string): readonly string[] {
  return [...new Set([password.normalize('NFC'), password.normalize('NFD'), password])]
}
