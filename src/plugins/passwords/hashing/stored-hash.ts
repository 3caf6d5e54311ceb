/**
 * What a stored string says: how its hash is computed and compared.
 *
 * @module
 */
import { computeHmac } from '../../../plugins.js'
import { findCeilingFault, formatCost } from './cost-limits.js'
import { deriveKey, describeRuntimes, isAvailable, type KeyDerivation } from './derive-key.js'
import { isSameKey, listUnicodeForms } from './encoding.js'

/** The keys of `pepper` by id, newest first. */
export type Peppers = ReadonlyMap<string, Uint8Array>

/** A stored hash whose string was understood. */
export interface StoredHash {
  /** The algorithm and its cost, for reports of imports. */
  readonly cost: string
  /** Computes the hash of a password and compares it in constant time. */
  verify(password: string): Promise<boolean>
}

/** A format of stored hashes. */
export interface HashFormat {
  /** The name in error messages. */
  readonly name: string
  /** Returns whether a string is meant to be of this format. It can still be malformed. */
  matches(stored: string): boolean
  /** Reads a string that matches. Returns why it cannot be verified, as the rest of a sentence about it, if so. */
  parse(stored: string, peppers: Peppers): StoredHash | string | Promise<StoredHash | string>
}

/** A hash that {@link deriveKey} computes. */
export interface DerivedHash {
  readonly derivation: KeyDerivation
  readonly salt: Uint8Array
  readonly key: Uint8Array
  /** The id of the pepper key. */
  readonly keyId?: string | undefined
}

/** Shorter keys could be guessed. PBKDF2 with SHA-1 has 20 bytes. */
const minKeyLength = 16
const maxKeyLength = 128

/** Why a string cannot be verified whose parts are missing or not readable. */
export const malformed = 'it is malformed'

/** Creates the stored hash of a derivation, or returns why it cannot be verified. Each Unicode form of the password is tried. */
export function createStoredHash(hash: DerivedHash, peppers: Peppers): StoredHash | string {
  const { derivation, salt, key, keyId } = hash
  if (key.length < minKeyLength || key.length > maxKeyLength || !isSaltValid(hash)) return malformed
  const fault = findDerivationFault(derivation)
  if (fault !== null) return fault
  const pepper = keyId === undefined ? null : peppers.get(keyId)
  if (pepper === undefined)
    return `it needs the key "${keyId}", which is not in \`pepper\`. Keep old keys until no hash has them`
  return {
    cost: `${derivation.name} ${formatCost(derivation)}`,
    verify: async password => {
      for (const form of listUnicodeForms(password)) {
        const derived = await deriveKey(derivation, { password: form, salt, length: key.length })
        if (isSameKey(await applyPepper(derived, pepper), key)) return true
      }
      return false
    },
  }
}

/** Replaces a derived key with its HMAC. Without a pepper key, returns it as it is. */
export async function applyPepper(derived: Uint8Array, pepper: Uint8Array | null): Promise<Uint8Array> {
  return pepper === null ? derived : await computeHmac('SHA-256', pepper, derived)
}

/** Argon2 requires 8 bytes. RFC 9106 section 3.1. */
function isSaltValid({ derivation, salt }: DerivedHash): boolean {
  return salt.length >= (derivation.name.startsWith('argon2') ? 8 : 1)
}

/** Describes why a key cannot be derived here, or returns null. */
export function findDerivationFault(derivation: KeyDerivation): string | null {
  const fault = findCeilingFault(derivation)
  if (fault !== null) return `its cost is too high (${fault})`
  return isAvailable(derivation.name)
    ? null
    : `this runtime has no ${derivation.name}. Use ${describeRuntimes(derivation.name)}, or verify it with another package in \`custom.verify\``
}
