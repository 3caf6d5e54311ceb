/**
 * The {@link SignaturePlatform} on Web Crypto, for runtimes and bundlers without the condition `node`.
 *
 * @module
 */
import {
  assertKeyType,
  assertRsaKeySize,
  type SignatureAlgorithm,
  type SignaturePlatform,
  type VerificationKey,
} from './signature-algorithms.js'

interface WebVerificationKey extends VerificationKey {
  readonly cryptoKey: CryptoKey
}

export const importPublicKey: SignaturePlatform['importPublicKey'] = async (
  algorithm,
  jwk,
): Promise<WebVerificationKey> => {
  assertKeyType(algorithm, jwk)
  const params = createSignatureParams(algorithm)
  const cryptoKey = await crypto.subtle.importKey('jwk', jwk, params, false, ['verify'])
  if (algorithm.kty === 'RSA') assertRsaKeySize((cryptoKey.algorithm as RsaHashedKeyAlgorithm).modulusLength)
  return { algorithm, cryptoKey }
}

export const verifySignature: SignaturePlatform['verifySignature'] = async (key, text, signature) => {
  const { algorithm, cryptoKey } = key as WebVerificationKey
  const params = createSignatureParams(algorithm)
  try {
    return await crypto.subtle.verify(
      params,
      cryptoKey,
      new Uint8Array(signature),
      new TextEncoder().encode(text),
    )
  } catch {
    // workerd throws for an Ed25519 signature of another length.
    return false
  }
}

/** Creates the parameters of both calls. Each reads what it needs. */
function createSignatureParams({ name, crv, hash }: SignatureAlgorithm) {
  return {
    name,
    ...(crv && { namedCurve: crv }),
    // The salt of RSA-PSS has the length of the hash, RFC 7518 section 3.5.
    ...(hash && { hash, saltLength: Number(hash.slice(4)) / 8 }),
  }
}
