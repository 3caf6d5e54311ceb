/**
 * Key derivation functions: from a password and a salt to the bytes that a hash stores.
 *
 * @module
 */
import { InvalidConfig } from '../../../plugins.js'
import { getNodeCrypto } from './node-modules.js'

/** Argon2, RFC 9106. The members are named as in its strings. */
export interface Argon2Parameters {
  readonly name: 'argon2id' | 'argon2i' | 'argon2d'
  /** The memory in KiB. */
  readonly m: number
  /** The number of passes. */
  readonly t: number
  /** The number of lanes. */
  readonly p: number
}

/** scrypt, RFC 7914. The members are named as in its strings. */
export interface ScryptParameters {
  readonly name: 'scrypt'
  /** The binary logarithm of N, so that 15 is 32,768. */
  readonly ln: number
  /** The block size. */
  readonly r: number
  /** The parallelization. */
  readonly p: number
}

/** PBKDF2 of RFC 8018 with HMAC. */
export interface Pbkdf2Parameters {
  readonly name: 'pbkdf2-sha1' | 'pbkdf2-sha256' | 'pbkdf2-sha512'
  /** The number of iterations. */
  readonly i: number
}

/** A key derivation function with its cost. */
export type KeyDerivation = Argon2Parameters | ScryptParameters | Pbkdf2Parameters

/** What the key is derived from, and its length in bytes. */
export interface DerivationInput {
  readonly password: string
  readonly salt: Uint8Array
  readonly length: number
}

/** Returns whether the runtime has a function. It may still limit the iterations of PBKDF2. */
export function isAvailable(name: KeyDerivation['name']): boolean {
  const { argon2, scrypt } = getNodeCrypto()
  if (name.startsWith('argon2')) return argon2 !== undefined
  return name !== 'scrypt' || scrypt !== undefined
}

/** Names the runtimes that have a function. */
export function describeRuntimes(name: KeyDerivation['name']): string {
  return name.startsWith('argon2')
    ? 'Node 24.7 or newer, or Bun'
    : 'Node, Bun or Deno, or on Cloudflare Workers the compatibility flag `nodejs_compat`'
}

/**
 * Derives a key in another thread, so that the event loop goes on.
 *
 * @throws InvalidConfig if the runtime lacks the function, or does not compute as many iterations
 */
export async function deriveKey(derivation: KeyDerivation, input: DerivationInput): Promise<Uint8Array> {
  if (derivation.name === 'scrypt') return await deriveScrypt(derivation, input)
  if ('i' in derivation) return await derivePbkdf2(derivation, input)
  return await deriveArgon2(derivation, input)
}

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function deriveArgon2({ name, m, t, p }: Argon2Parameters, input: DerivationInput): Promise<Uint8Array> {
  const { argon2 } = getNodeCrypto()
  if (!argon2) throw createMissingError(name)
  const parameters = {
    message: encodeText(input.password),
    nonce: input.salt,
    tagLength: input.length,
    memory: m,
    passes: t,
    parallelism: p,
  }
  return new Promise((resolve, reject) => {
    argon2(name, parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function deriveScrypt({ ln, r, p }: ScryptParameters, input: DerivationInput): Promise<Uint8Array> {
  const { scrypt } = getNodeCrypto()
  if (!scrypt) throw createMissingError('scrypt')
  const N = 2 ** ln
  // Node refuses more than 32 MiB by default. The function needs 128 * r * (N + p) bytes.
  const options = { N, r, p, maxmem: 256 * r * (N + p) }
  return new Promise((resolve, reject) => {
    scrypt(encodeText(input.password), input.salt, input.length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

function createMissingError(name: KeyDerivation['name']): InvalidConfig {
  return new InvalidConfig(`This runtime has no ${name}. Use ${describeRuntimes(name)}.`)
}

function derivePbkdf2({ name, i }: Pbkdf2Parameters, input: DerivationInput): Promise<Uint8Array> {
  const { pbkdf2 } = getNodeCrypto()
  if (!pbkdf2) return deriveWebPbkdf2({ name, i }, input)
  const digest = name.replace('pbkdf2-', '')
  return new Promise((resolve, reject) => {
    pbkdf2(encodeText(input.password), input.salt, i, input.length, digest, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** Some runtimes refuse more than 100,000 iterations. Only the attempt shows it. */
async function deriveWebPbkdf2(
  { name, i }: Pbkdf2Parameters,
  { password, salt, length }: DerivationInput,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', encodeText(password), 'PBKDF2', false, ['deriveBits'])
  const hash = name.replace('pbkdf2-sha', 'SHA-')
  try {
    const algorithm = { name: 'PBKDF2', hash, salt: new Uint8Array(salt), iterations: i }
    return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, length * 8))
  } catch (error) {
    throw new InvalidConfig(
      `Web Crypto of this runtime does not compute ${i} iterations of PBKDF2, and \`node:crypto\` is missing. On Cloudflare Workers, ` +
        'set the compatibility flag `nodejs_compat`. Elsewhere, use Node, Bun or Deno.',
      { cause: error instanceof Error ? error : {} },
    )
  }
}
