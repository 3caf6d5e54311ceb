import * as platform from '#crypto'
import { Cache } from '../base/cache.js'
import type { Awaitable } from '../types/common.js'
import { type CipherKey, type Enc, keyLengths } from './platform.js'

/** The inputs of HKDF besides the secret. Derivations differ in `info`. */
export class KeyDerivation {
  readonly salt: string
  readonly info: string
  /** The keys that were derived, by algorithm and secret. */
  readonly keys: Readonly<Record<Enc, Cache<DerivedKey>>> = {
    'A256CBC-HS512': new Cache(256),
    A256GCM: new Cache(256),
  }

  constructor(salt: string, info: string) {
    this.salt = salt
    this.info = info
  }
}

/**
 * The derivations by salt, which the configuration names: a cookie, or a purpose. With their keys, at most 64 salts of 256 secrets for each
 * algorithm.
 */
const derivations = /* @__PURE__ */ new Cache<KeyDerivation>(64)

export function getDerivation(salt: string): KeyDerivation {
  return (
    derivations.get(salt) ??
    derivations.set(salt, new KeyDerivation(salt, `Auth.js Generated Encryption Key (${salt})`))
  )
}

/** A derived key with its thumbprint and the JWE header of its tokens. */
export interface DerivedKey {
  readonly cipher: CipherKey
  readonly kid: string
  readonly header: string
}

/** Returns the derived key, cached by derivation, algorithm and secret. See docs/contract.md#tokens. */
export function getKey(enc: Enc, secret: string, derivation: KeyDerivation): Awaitable<DerivedKey> {
  const keys = derivation.keys[enc]
  return keys.get(secret) ?? deriveKey(enc, secret, derivation).then(key => keys.set(secret, key))
}

async function deriveKey(enc: Enc, secret: string, { salt, info }: KeyDerivation): Promise<DerivedKey> {
  const bytes = await platform.deriveKeyBytes(secret, salt, info, keyLengths[enc])
  // RFC 7638 section 3.3: members in lexicographic order, without whitespace.
  const thumbprint = await platform.hashForThumbprint(
    enc,
    `{"k":"${platform.toBase64url(bytes)}","kty":"oct"}`,
  )
  const kid = platform.toBase64url(thumbprint)
  const header = platform.toBase64url(new TextEncoder().encode(JSON.stringify({ alg: 'dir', enc, kid })))
  return { cipher: await platform.importKey(enc, bytes), kid, header }
}
