/**
 * Codes that a user keeps or types, such as recovery codes: look-up secrets of NIST SP 800-63B-4 section 3.1.2. Below 112 random bits, the
 * standard requires a salted password hash, which may be cheap.
 *
 * @module
 */
import * as platform from '#crypto'
import { encodeCrockford, normalizeCrockford } from './base32.js'

/** 13 characters of 5 bits. */
const codeLength = 13
const groupPattern = /^(.{4})(.{5})/
/** Compared if the typed text is not a code, so that the duration is the same. */
const dummyCode = '0'.repeat(codeLength)
/**
 * PBKDF2 is on every runtime, scrypt is not. This is far below what a password needs: with the 65 bits of a code, a guess of all codes takes
 * 2^77 hashes, and ten hashes must fit into the CPU time of one request.
 */
const iterations = 4096
/** So that a modified hash cannot keep the server busy. */
const maxIterations = 1_000_000
const saltLength = 16
const hashLength = 32
const hashPattern = /^\$pbkdf2-sha256\$i=(\d{1,7})\$([\w-]+)\$([\w-]+)$/

/**
 * Generates a code of 65 random bits: 13 characters of Crockford base32, for {@link hashCode} or as the text of a one-time token.
 *
 * @example
 * ```ts
 * import { formatCode, generateCode, hashCode, parseCode, verifyCode } from 'latchkey/plugins'
 *
 * const code = generateCode()
 * export const shown = formatCode(code) // such as 7F3K-9XQ2M-0ABD
 * export const stored = await hashCode(code)
 * export const isRight = await verifyCode(parseCode('7f3k 9xq2m oabd') ?? '', stored)
 * ```
 */
export function generateCode(): string {
  return encodeCrockford(platform.generateRandomBytes(9)).slice(0, codeLength)
}

/** Formats a code of {@link generateCode} in groups, for people: `7F3K-9XQ2M-0ABD`. */
export function formatCode(code: string): string {
  return code.replace(groupPattern, '$1-$2-')
}

/**
 * Parses a code of {@link generateCode} that a user typed. Case, blanks and hyphens do not matter, and `I`, `L` and `O` count as `1` and `0`.
 * Returns null if it cannot be one.
 */
export function parseCode(typed: string): string | null {
  const code = normalizeCrockford(typed)
  return code?.length === codeLength ? code : null
}

/**
 * Hashes a code with a salt of its own. The code needs 64 random bits or more: it is not a password hash.
 *
 * @returns `$pbkdf2-sha256$i=<iterations>$<salt>$<hash>`, with base64url
 */
export async function hashCode(code: string): Promise<string> {
  const salt = platform.generateRandomBytes(saltLength)
  const hash = await computeHash(code, salt, iterations)
  return `$pbkdf2-sha256$i=${iterations}$${platform.toBase64url(salt)}$${hash}`
}

/**
 * Finds the hash of a code of {@link generateCode} that a user typed. The code is compared with all hashes, so that the duration does not reveal
 * which one matched.
 *
 * @returns its index, or null if there is none
 */
export async function findCodeHash(typed: string, hashes: readonly string[]): Promise<number | null> {
  const code = parseCode(typed)
  const matches = await Promise.all(hashes.map(hash => verifyCode(code ?? dummyCode, hash)))
  const index = matches.lastIndexOf(true)
  return code === null || index < 0 ? null : index
}

/** Returns whether a text is the code of a hash of {@link hashCode}. The duration does not depend on the text. */
export async function verifyCode(code: string, stored: string): Promise<boolean> {
  const [, rounds = '', salt = '', expected = ''] = hashPattern.exec(stored) ?? []
  const saltBytes = platform.fromBase64url(salt)
  if (!saltBytes || !(Number(rounds) > 0) || Number(rounds) > maxIterations) return false
  const actual = await computeHash(code, saltBytes, Number(rounds))
  return platform.isTimingSafeEqual(actual, expected)
}

async function computeHash(password: string, salt: Uint8Array, rounds: number): Promise<string> {
  const bytes = await platform.derivePasswordBytes({ password, salt, iterations: rounds, length: hashLength })
  return platform.toBase64url(bytes)
}
