/**
 * Recovery codes: look-up secrets of NIST SP 800-63B-4 section 3.1.2. A code has 65 random bits.
 *
 * @module
 */
import {
  encodeCrockford,
  generateRandomBytes,
  hashCode,
  normalizeCrockford,
  verifyCode,
} from '../../plugins.js'

const codeCount = 10
/** 13 characters of 5 bits. */
const codeLength = 13
/** Compared if the typed text is not a code, so that the duration is the same. */
const dummyCode = '0'.repeat(codeLength)
const groupPattern = /^(.{4})(.{5})(.{4})$/

/** A new set of recovery codes. */
export interface RecoveryCodes {
  /** For the user, to be shown once, in groups: `7F3K-9XQ2M-0ABD`. */
  readonly codes: readonly string[]
  /** For the store, each with its own salt. */
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
  return encodeCrockford(generateRandomBytes(9)).slice(0, codeLength)
}

function parseCode(typed: string): string | null {
  const normalized = normalizeCrockford(typed)
  return normalized?.length === codeLength ? normalized : null
}
