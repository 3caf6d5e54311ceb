/**
 * The {@link SignaturePlatform} on `node:crypto`, for Node, Bun and Deno. It is synchronous: Web Crypto verifies in another thread, and the
 * result waits for a turn of the event loop.
 *
 * @module
 */
import { constants, createPublicKey, type VerifyKeyObjectInput, verify } from 'node:crypto'
import { assertRsaKeySize, type SignaturePlatform, type VerificationKey } from './signature-algorithms.js'

interface NodeVerificationKey extends VerificationKey {
  readonly input: VerifyKeyObjectInput
}

/** The names of `node:crypto`. Node also accepts those of Web Crypto; Deno does not. */
const hashNames = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const

export const importPublicKey: SignaturePlatform['importPublicKey'] = (
  algorithm,
  jwk,
): NodeVerificationKey => {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (algorithm.kty === 'RSA') assertRsaKeySize(key.asymmetricKeyDetails?.modulusLength)
  const input: VerifyKeyObjectInput = { key, dsaEncoding: 'ieee-p1363' }
  if (algorithm.name !== 'RSA-PSS') return { algorithm, input }
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  return { algorithm, input: { ...input, padding, saltLength } }
}

export const verifySignature: SignaturePlatform['verifySignature'] = (key, text, signature) => {
  const { algorithm, input } = key as NodeVerificationKey
  return verify(algorithm.hash && hashNames[algorithm.hash], Buffer.from(text), input, signature)
}
