import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A private key and its public key. */
export interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const

/** Generates keys on the curve P-256. */
export function generateEcKeys(): KeyPair {
  return parseKeys(generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding }))
}

export function generateRsaKeys(modulusLength = 2048): KeyPair {
  return parseKeys(generateKeyPairSync('rsa', { modulusLength, publicKeyEncoding, privateKeyEncoding }))
}

/**
 * Parses the keys that were generated, because Node.js 20 can hang when it exports them as JWKs: the export holds the lock of
 * the key, and if the garbage collector runs then, it waits for this lock to free the generation. A parsed key has its own lock.
 */
function parseKeys(pem: { readonly publicKey: string; readonly privateKey: string }): KeyPair {
  return { publicKey: createPublicKey(pem.publicKey), privateKey: createPrivateKey(pem.privateKey) }
}
