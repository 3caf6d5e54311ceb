/**
 * The options of password hashes, and their validation.
 *
 * @module
 */
import {
  type Awaitable,
  anyValue,
  describeValue,
  findOptionFault,
  InvalidConfig,
  isRecord,
  type OptionRules,
  objectRule,
  textRule,
} from '../../../plugins.js'
import { findCeilingFault, findFloorFault, formatCost } from './cost-limits.js'
import { describeRuntimes, isAvailable, type KeyDerivation } from './derive-key.js'
import type { HashLimits } from './hash-queue.js'
import { getDefaultParallelism } from './node-modules.js'
import type { Peppers } from './stored-hash.js'

/** Argon2id for new hashes, with its cost. The floors are those of the OWASP password storage cheat sheet. */
export interface Argon2idOptions {
  readonly name: 'argon2id'
  /** The memory in KiB. @default 19456 */
  readonly m?: number | undefined
  /** The number of passes. @default 2 */
  readonly t?: number | undefined
  /** The number of lanes. @default 1 */
  readonly p?: number | undefined
}

/** scrypt for new hashes, with its cost. */
export interface ScryptOptions {
  readonly name: 'scrypt'
  /** The binary logarithm of N. @default 15 */
  readonly ln?: number | undefined
  /** The block size. @default 8 */
  readonly r?: number | undefined
  /** The parallelization. @default 3 */
  readonly p?: number | undefined
}

/** PBKDF2 for new hashes, with its cost. */
export interface Pbkdf2Options {
  readonly name: 'pbkdf2-sha256' | 'pbkdf2-sha512'
  /** The number of iterations. @default 600000, with SHA-512 220000 */
  readonly i?: number | undefined
}

/** A secret key that is not in the database. A stolen database alone then does not allow to guess passwords. */
export interface PepperKey {
  /** The id, which each hash contains: 1 to 32 letters, digits, `-` or `.`. */
  readonly id: string
  /** 32 bytes or more. Text is encoded as UTF-8. */
  readonly key: string | Uint8Array
}

/** Hashes of another kind, computed by functions of the app. */
export interface CustomHashes {
  /** Verifies a string that Latchkey does not know, or that this runtime cannot verify. Throw only if the string is not valid. */
  readonly verify: (password: string, stored: string) => Awaitable<boolean>
  /** Hashes new passwords, instead of `algorithm` and `pepper`. Requires `needsRehash`. */
  readonly hash?: ((password: string) => Awaitable<string>) | undefined
  /** Returns whether a hash is replaced after a sign-in. Without `hash`, all hashes that only `verify` can verify are. */
  readonly needsRehash?: ((stored: string) => boolean) | undefined
}

/** How passwords are hashed. Every option has a secure default. */
export interface PasswordHashingOptions {
  /**
   * The algorithm of new hashes. A cost below the floors of the OWASP password storage cheat sheet is an error.
   *
   * @default argon2id with `m: 19456, t: 2, p: 1` if the runtime has it (Node 24.7), else scrypt with `ln: 15, r: 8, p: 3`, else PBKDF2 with
   * 600,000 iterations
   */
  readonly algorithm?: Argon2idOptions | ScryptOptions | Pbkdf2Options | undefined
  /** Secret keys, newest first. New hashes use the first. Hashes with another key, or with none, are replaced after a sign-in. */
  readonly pepper?: readonly PepperKey[] | undefined
  /** Functions for hashes of another kind. */
  readonly custom?: CustomHashes | undefined
  /** How many hashes this process computes at a time. @default half of the thread pool, at most the number of cores */
  readonly maxParallel?: number | undefined
  /** How many hashes wait. Further ones are rejected with `TooManyRequests`. @default 128, about 15 seconds with scrypt and two cores */
  readonly maxWaiting?: number | undefined
}

/** Validated options with defaults. */
export interface HashingSettings {
  readonly derivation: KeyDerivation
  readonly peppers: Peppers
  /** The id of the pepper key of new hashes. */
  readonly keyId: string | undefined
  readonly custom: CustomHashes | null
  readonly limits: HashLimits
}

/**
 * Validates the options and fills the defaults. Detects what the runtime has.
 *
 * @throws InvalidConfig if an option is not valid
 */
export function resolveHashing(options: PasswordHashingOptions = {}): HashingSettings {
  const fault = findHashingFault(options)
  if (fault !== null) throw new InvalidConfig(fault)
  const { pepper = [], custom = null, maxParallel = getDefaultParallelism(), maxWaiting = 128 } = options
  const peppers = new Map(pepper.map(({ id, key }) => [id, toKeyBytes(key)]))
  return {
    derivation: resolveAlgorithm(options.algorithm),
    peppers,
    keyId: pepper[0]?.id,
    custom,
    limits: { maxParallel, maxWaiting },
  }
}

const countRule = {
  expected: 'a positive integer',
  isValid: (value: unknown) => Number.isInteger(value) && Number(value) > 0,
  isLimit: true,
}
const optionRules: OptionRules<PasswordHashingOptions> = {
  algorithm: objectRule,
  pepper: { ...anyValue, expected: 'a list', isLimit: true },
  custom: objectRule,
  maxParallel: countRule,
  maxWaiting: countRule,
}
const functionRule = { expected: 'a function', isValid: (value: unknown) => typeof value === 'function' }
const customRules: OptionRules<CustomHashes> = {
  verify: { ...functionRule, isRequired: true },
  hash: functionRule,
  needsRehash: functionRule,
}

/** Describes what is wrong with the options in a sentence, or returns null. */
export function findHashingFault(options: PasswordHashingOptions): string | null {
  const { algorithm, custom, pepper = [] } = options ?? {}
  return (
    findOptionFault(options, optionRules, 'The options of password hashes') ??
    (custom ? findCustomFault(custom) : null) ??
    findPepperFault(pepper) ??
    (algorithm ? findAlgorithmFault(algorithm) : null)
  )
}

function findCustomFault(custom: CustomHashes): string | null {
  const fault = findOptionFault(custom, customRules, 'The members of `custom`')
  if (fault !== null) return fault
  return custom.hash !== undefined && custom.needsRehash === undefined
    ? '`custom.hash` requires `custom.needsRehash`, which says which hashes are replaced after a sign-in.'
    : null
}

/** The messages show no value, because it may be a key in the wrong place. */
function findPepperFault(pepper: unknown): string | null {
  if (!isListOfRecords(pepper)) return '`pepper` must be a list of objects with `id` and `key`.'
  for (const [index, entry] of pepper.entries()) {
    const fault = findPepperKeyFault(entry)
    if (fault !== null) return `\`pepper[${index}]\` ${fault}`
  }
  const ids = new Set(pepper.map(({ id }) => id))
  return ids.size === pepper.length ? null : 'Two keys of `pepper` have the same `id`. Give each its own.'
}

function isListOfRecords(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isRecord)
}

function findPepperKeyFault({ id, key, ...rest }: Readonly<Record<string, unknown>>): string | null {
  const [unknownName] = Object.keys(rest)
  if (unknownName !== undefined) return `has \`${unknownName}\`, which is not one of \`id\` and \`key\`.`
  if (typeof id !== 'string' || !/^[A-Za-z0-9.-]{1,32}$/.test(id))
    return 'has no valid `id`. Use 1 to 32 letters, digits, `-` or `.`.'
  return (typeof key === 'string' || key instanceof Uint8Array) && toKeyBytes(key).length >= minPepperLength
    ? null
    : `needs a \`key\` of ${minPepperLength} bytes or more. Generate one: openssl rand -base64 32`
}

/** In bytes. */
const minPepperLength = 32

function toKeyBytes(key: string | Uint8Array): Uint8Array {
  return typeof key === 'string' ? new TextEncoder().encode(key) : key
}

const defaults = {
  argon2id: { name: 'argon2id', m: 19_456, t: 2, p: 1 },
  scrypt: { name: 'scrypt', ln: 15, r: 8, p: 3 },
  'pbkdf2-sha256': { name: 'pbkdf2-sha256', i: 600_000 },
  'pbkdf2-sha512': { name: 'pbkdf2-sha512', i: 220_000 },
} as const satisfies Record<string, KeyDerivation>

function resolveAlgorithm(algorithm: PasswordHashingOptions['algorithm']): KeyDerivation {
  if (algorithm) return withDefaults(algorithm)
  if (isAvailable('argon2id')) return defaults.argon2id
  return isAvailable('scrypt') ? defaults.scrypt : defaults['pbkdf2-sha256']
}

/** The order of the members is that of the string. */
function withDefaults(algorithm: Argon2idOptions | ScryptOptions | Pbkdf2Options): KeyDerivation {
  if (algorithm.name === 'argon2id') {
    const { m = defaults.argon2id.m, t = defaults.argon2id.t, p = defaults.argon2id.p } = algorithm
    return { name: 'argon2id', m, t, p }
  }
  if (algorithm.name === 'scrypt') {
    const { ln = defaults.scrypt.ln, r = defaults.scrypt.r, p = defaults.scrypt.p } = algorithm
    return { name: 'scrypt', ln, r, p }
  }
  const { name, i = defaults[name].i } = algorithm
  return { name, i }
}

function findAlgorithmFault(algorithm: Argon2idOptions | ScryptOptions | Pbkdf2Options): string | null {
  const { name }: { name: unknown } = algorithm
  if (typeof name !== 'string' || !Object.hasOwn(defaults, name))
    return `\`algorithm\` has \`name: ${describeValue(name)}\`. Use ${Object.keys(defaults)
      .map(known => `"${known}"`)
      .join(', ')}.`
  const rules = Object.fromEntries(Object.keys(defaults[algorithm.name]).map(member => [member, countRule]))
  const fault = findOptionFault(algorithm, { ...rules, name: textRule }, 'The members of `algorithm`')
  if (fault !== null) return fault
  return findCostFault(withDefaults(algorithm))
}

function findCostFault(derivation: KeyDerivation): string | null {
  const cost = `\`algorithm\` is ${derivation.name} with \`${formatCost(derivation)}\``
  const floor = findFloorFault(derivation)
  if (floor !== null) return `${cost}, which is too weak. Use ${floor}.`
  const ceiling = findCeilingFault(derivation)
  if (ceiling !== null) return `${cost}, which is too expensive: ${ceiling}.`
  if (isAvailable(derivation.name)) return null
  return `${cost}, which this runtime does not have. Use ${describeRuntimes(derivation.name)}, or leave \`algorithm\` out.`
}
