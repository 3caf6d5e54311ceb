/**
 * Hashes of codes that a user keeps, such as recovery codes: look-up secrets of NIST SP 800-63B-4 section 3.1.2. Below 112 random bits, the
 * standard requires a salted password hash, which may be cheap.
 *
 * @module
 */
import * as platform from '#crypto'

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
 * Hashes a code with a salt of its own. The code needs 64 random bits or more: it is not a password hash.
 *
 * @returns `$pbkdf2-sha256$i=<iterations>$<salt>$<hash>`, with base64url
 */
export async function hashCode(code: string): Promise<string> {
  const salt = platform.generateRandomBytes(saltLength)
  const hash = await computeHash(code, salt, iterations)
  return `$pbkdf2-sha256$i=${iterations}$${platform.toBase64url(salt)}$${hash}`
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
