/**
 * Hashes and verifies passwords.
 *
 * @module
 */
import { AuthError, generateRandomBytes, InvalidConfig } from '../../../plugins.js'
import { deriveKey } from './derive-key.js'
import { encodeBase64, isHashable, listUnicodeForms } from './encoding.js'
import { findFormat, parseStoredHash } from './formats.js'
import { runInQueue } from './hash-queue.js'
import {
  type CustomHashes,
  type HashingSettings,
  type PasswordHashingOptions,
  resolveHashing,
} from './hashing-options.js'
import { formatPhcString } from './phc-formats.js'
import { applyPepper, createStoredHash, type StoredHash } from './stored-hash.js'

/** Receives why a stored hash cannot be verified. The message names the format, and never contains the hash. */
export type ReportHashFault = (error: AuthError) => void

/** Hashes passwords, and verifies them against stored hashes. */
export interface PasswordHasher {
  /**
   * Hashes a new password with a salt of its own. The Unicode form is NFC.
   *
   * @throws AuthError if the password is not text, or has more than 1,024 code points
   * @throws TooManyRequests if too many hashes are waiting
   * @throws InvalidConfig if the runtime cannot compute the hash
   */
  hash(password: string): Promise<string>
  /**
   * Returns whether a password is that of a stored hash: one of {@link hash}, or of another system.
   *
   * A hash that cannot be verified is reported, and counts as a wrong password. It costs as much as a right one.
   *
   * @param report logs the fault for the operator
   * @throws TooManyRequests if too many hashes are waiting
   */
  verify(password: unknown, stored: unknown, report: ReportHashFault): Promise<boolean>
  /**
   * Does what {@link verify} does for an unknown user, and returns false.
   *
   * The cost is that of new hashes. While most users still have imported hashes of another cost, the duration of a sign-in with a wrong
   * password reveals whether an account exists. This ends as users sign in and their hashes are replaced: see {@link needsRehash}.
   *
   * @throws TooManyRequests if too many hashes are waiting
   */
  verifyDummy(password: unknown): Promise<false>
  /** Returns whether a hash is to be replaced after the next sign-in: its format, cost or pepper key is not that of new hashes. */
  needsRehash(stored: string): boolean
  /** Describes a stored hash without verifying a password, for imports. */
  inspect(stored: unknown): Promise<StoredHashInfo>
}

/** What is known about a stored hash. */
export interface StoredHashInfo {
  /** The name of the format, such as `bcrypt`. Null if it is unknown. */
  readonly format: string | null
  /** The algorithm and its cost, such as `argon2id m=19456,t=2,p=1`. Null if there is a fault, or only `custom.verify` knows it. */
  readonly cost: string | null
  /** Why it cannot be verified on this server, as a sentence. Null if it can. */
  readonly fault: string | null
}

/**
 * Creates the functions that hash and verify passwords.
 *
 * @throws InvalidConfig if an option is not valid, or the runtime lacks the algorithm
 *
 * @example
 * const hasher = createPasswordHasher()
 * const stored = await hasher.hash('correct horse battery staple')
 * await hasher.verify('correct horse battery staple', stored, error => console.error(error)) // true
 */
export function createPasswordHasher(options?: PasswordHashingOptions): PasswordHasher {
  const settings = resolveHashing(options)
  const getDummy = createDummy(settings)
  const ownPattern = createOwnPattern(settings)
  return {
    hash: password => runInQueue(settings.limits, () => hashPassword(settings, password)),
    verify: (password, stored, report) =>
      runInQueue(settings.limits, async () => {
        const dummy = await getDummy()
        const hash = await findStoredHash(settings, stored, report)
        if (typeof hash !== 'string') return await verifyText(hash, password)
        await verifyText(dummy, password)
        report(new AuthError(hash))
        return false
      }),
    verifyDummy: password =>
      runInQueue(settings.limits, async (): Promise<false> => {
        await verifyText(await getDummy(), password)
        return false
      }),
    needsRehash: stored => {
      const { custom } = settings
      return custom?.hash && custom.needsRehash ? custom.needsRehash(stored) : !ownPattern.test(stored)
    },
    inspect: stored => inspectStoredHash(settings, stored),
  }
}

/** In bytes. NIST SP 800-63B-4 section 3.1.1.2 requires a salt of 4 bytes. */
const saltLength = 16
const keyLength = 32

async function hashPassword(settings: HashingSettings, password: string): Promise<string> {
  if (!isHashable(password)) throw new AuthError('A password must be text of at most 1,024 code points.')
  const text = password.normalize('NFC')
  const { custom, derivation, keyId, peppers } = settings
  if (custom?.hash) return await custom.hash(text)
  const salt = generateRandomBytes(saltLength)
  const derived = await deriveKey(derivation, { password: text, salt, length: keyLength })
  const key = await applyPepper(derived, peppers.get(keyId ?? '') ?? null)
  return formatPhcString({ derivation, salt, key, keyId })
}

/** Returns the pattern of the strings of new hashes. */
function createOwnPattern({ derivation, keyId }: HashingSettings): RegExp {
  const sample = formatPhcString({
    derivation,
    salt: new Uint8Array(saltLength),
    key: new Uint8Array(keyLength),
    keyId,
  })
  const escaped = sample.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/A{22,43}/g, digits => `[A-Za-z0-9+/]{${digits.length}}`)}$`)
}

/**
 * Returns a function that returns a hash of no password, which costs as much as new hashes. Only for hashes of the app, it has to be computed.
 * Each verification gets it, so that the first one for an unknown user takes no longer.
 */
function createDummy(settings: HashingSettings): () => Promise<StoredHash> {
  let dummy: Promise<StoredHash> | null = null
  return () => {
    dummy ??= createDummyHash(settings).catch((error: unknown) => {
      dummy = null
      throw error
    })
    return dummy
  }
}

async function createDummyHash({ custom, derivation, keyId, peppers }: HashingSettings): Promise<StoredHash> {
  const [salt, key] = [generateRandomBytes(saltLength), generateRandomBytes(keyLength)]
  if (custom?.hash) {
    const stored = await custom.hash(encodeBase64(key))
    return { cost: 'custom', verify: async password => await custom.verify(password, stored) }
  }
  const hash = createStoredHash({ derivation, salt, key, keyId }, peppers)
  if (typeof hash === 'string') throw new InvalidConfig(`Passwords cannot be hashed: ${hash}.`)
  return hash
}

/** Hashes also what cannot be the password of a user, so that the duration says nothing about the stored hash. */
async function verifyText(hash: StoredHash, password: unknown): Promise<boolean> {
  const isMatch = await hash.verify(isHashable(password) ? password : 'x')
  return isMatch && isHashable(password)
}

async function findStoredHash(
  { custom, peppers }: HashingSettings,
  stored: unknown,
  report: ReportHashFault,
): Promise<StoredHash | string> {
  const hash = await parseStoredHash(stored, peppers)
  if (typeof hash !== 'string' || !custom || typeof stored !== 'string') return hash
  return { cost: 'custom', verify: password => verifyCustom(custom, { password, stored }, report) }
}

/** A string that the app cannot verify either counts as a wrong password. */
async function verifyCustom(
  custom: CustomHashes,
  { password, stored }: { readonly password: string; readonly stored: string },
  report: ReportHashFault,
): Promise<boolean> {
  try {
    for (const form of listUnicodeForms(password)) if (await custom.verify(form, stored)) return true
  } catch (error) {
    const cause = error instanceof Error ? error : {}
    report(new AuthError('`custom.verify` cannot verify a stored password hash.', { cause }))
  }
  return false
}

async function inspectStoredHash(
  { custom, peppers }: HashingSettings,
  stored: unknown,
): Promise<StoredHashInfo> {
  const hash = await parseStoredHash(stored, peppers)
  const format = findFormat(stored)?.name ?? null
  if (typeof hash !== 'string') return { format, cost: hash.cost, fault: null }
  return { format, cost: null, fault: custom && typeof stored === 'string' ? null : hash }
}
