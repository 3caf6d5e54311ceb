/**
 * The {@link SignaturePlatform} on `node:crypto`, for Node, Bun and Deno. It is synchronous: Web Crypto verifies in another thread, and the
 * result waits for a turn of the event loop.
 *
 * @module
 */
import { constants, createPublicKey, type VerifyKeyObjectInput, verify } from 'node:crypto'
import {
  assertKeyType,
  assertRsaKeySize,
  type SignaturePlatform,
  type VerificationKey,
} from './signature-algorithms.js'

interface NodeVerificationKey extends VerificationKey {
  /** As `node:crypto` names it. Node also accepts the names of Web Crypto; Deno does not. */
  readonly hash: string | undefined
  readonly input: VerifyKeyObjectInput
}

export const importPublicKey: SignaturePlatform['importPublicKey'] = (
  algorithm,
  jwk,
): NodeVerificationKey => {
  assertKeyType(algorithm, jwk)
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (algorithm.kty === 'RSA') assertRsaKeySize(key.asymmetricKeyDetails?.modulusLength)
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  const hash = algorithm.hash?.replace('-', '').toLowerCase()
  const isPss = algorithm.name === 'RSA-PSS'
  return { algorithm, hash, input: { key, dsaEncoding: 'ieee-p1363', ...(isPss && { padding, saltLength }) } }
}

export const verifySignature: SignaturePlatform['verifySignature'] = (key, text, signature) => {
  const { hash, input } = key as NodeVerificationKey
  return verify(hash, Buffer.from(text), input, signature)
}
