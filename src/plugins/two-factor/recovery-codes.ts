/**
 * Recovery codes: look-up secrets of NIST SP 800-63B-4 section 3.1.2. A code has 65 random bits. Below 112 bits, the standard requires a
 * salted password hash, which may be cheap.
 *
 * @module
 */
import * as platform from '#crypto'
import { encodeCrockford, normalizeCrockford } from './base32.js'

const codeCount = 10
/** 13 characters of 5 bits. */
const codeLength = 13
/** Compared if the typed text is not a code, so that the duration is the same. */
const dummyCode = '0'.repeat(codeLength)
const groupPattern = /^(.{4})(.{5})(.{4})$/

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

/** A new set of recovery codes. */
export interface RecoveryCodes {
  /** For the user, to be shown once, in groups: `7F3K-9XQ2M-0ABD`. */
  readonly codes: readonly string[]
  /** For the store, each with its own salt: `$pbkdf2-sha256$i=<iterations>$<salt>$<hash>`, with base64url. */
  readonly hashes: readonly string[]
}

/** Generates ten different codes and hashes them. */
export async function createRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = new Set<string>()
  while (codes.size < codeCount) codes.add(generateCode())
  return {
    codes: [...codes].map(code => code.replace(groupPattern, '$1-$2-$3')),
    hashes: await Promise.all([...codes].map(hashCode)),
  }
}

/**
 * Finds the hash of a typed code and returns its index, or null if there is none. Case, blanks and hyphens do not matter, and `I`, `L` and
 * `O` count as `1` and `0`. The code is compared with all hashes, so that the duration does not tell which one matched.
 */
export async function findRecoveryCode(typed: string, hashes: readonly string[]): Promise<number | null> {
  const code = parseCode(typed)
  const matches = await Promise.all(hashes.map(hash => verifyCode(code ?? dummyCode, hash)))
  const index = matches.lastIndexOf(true)
  return code === null || index < 0 ? null : index
}

/** Uses 65 of 72 random bits. */
function generateCode(): string {
  return encodeCrockford(platform.generateRandomBytes(9)).slice(0, codeLength)
}

function parseCode(typed: string): string | null {
  const normalized = normalizeCrockford(typed)
  return normalized?.length === codeLength ? normalized : null
}

async function hashCode(code: string): Promise<string> {
  const salt = platform.generateRandomBytes(saltLength)
  const hash = await computeHash(code, salt, iterations)
  return `$pbkdf2-sha256$i=${iterations}$${platform.toBase64url(salt)}$${hash}`
}

async function verifyCode(code: string, stored: string): Promise<boolean> {
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
