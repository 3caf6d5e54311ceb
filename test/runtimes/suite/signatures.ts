import { fromBase64url, toBase64url } from '#crypto'
import { importPublicKey, verifySignature } from '#signatures'
import type { PublicJwk } from '../../../src/crypto/signature-algorithms.js'
import { findSignatureAlgorithm } from '../../../src/flows/oauth/id-token.js'
import { type SignatureVector, signatureVectors } from '../../unit/crypto/signature-vectors.js'
import { assertSame, assertTrue, type Checks } from './harness.js'

const text = 'eyJhbGciOiJ4In0.eyJzdWIiOiI0NzExIn0'

/** How Web Crypto generates keys and signs, by `alg`. */
const generators: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly name: string }>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  RS384: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  RS512: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 },
  PS384: { name: 'RSA-PSS', hash: 'SHA-384', saltLength: 48 },
  PS512: { name: 'RSA-PSS', hash: 'SHA-512', saltLength: 64 },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  ES512: { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  Ed25519: { name: 'Ed25519' },
}

/** Tests of the signatures of the `#signatures` file of this bundle. Web Crypto signs. */
export const signatures: Checks = {
  ...Object.fromEntries(
    signatureVectors.map(([source, vector]) => [
      `verifies the signature of ${source}`,
      () => expectVerifies(vector),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(generators).map(alg => [
      `verifies what Web Crypto signs with ${alg}`,
      () => expectSigned(alg),
    ]),
  ),

  'verifies ML-DSA where the runtime has it, except in Deno, whose `node:crypto` imports no such key':
    async () => {
      for (const alg of ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87']) {
        const signed = await signIfSupported(alg)
        if (signed && !('Deno' in globalThis)) await expectVerifies(signed)
      }
    },

  'rejects RSA keys with fewer than 2048 bits': async () => {
    const { jwk } = await sign('RS256', { ...generators.RS256, name: 'RSASSA-PKCS1-v1_5' }, 1024)
    assertTrue(await isRejected('RS256', jwk), 'a key of 1024 bits was imported')
  },

  'rejects a point that is not on the curve': async () => {
    const { jwk } = await sign('ES256', { ...generators.ES256, name: 'ECDSA' })
    assertTrue(await isRejected('ES256', { ...jwk, y: jwk.x ?? '' }), 'the point was imported')
  },
}

async function expectSigned(alg: string): Promise<void> {
  await expectVerifies(await sign(alg, { name: '', ...generators[alg] }))
}

async function expectVerifies({ alg, jwk, text, signature }: SignatureVector): Promise<void> {
  const key = await importKey(alg, jwk)
  const bytes = fromBase64url(signature) ?? new Uint8Array()
  const changed = new Uint8Array(bytes)
  changed[10] = (changed[10] ?? 0) ^ 1
  assertSame(await verifySignature(key, text, bytes), true)
  assertSame(await verifySignature(key, `${text}x`, bytes), false)
  assertSame(await verifySignature(key, text, changed), false)
  // Not without the first byte: OpenSSL ignores a missing zero there.
  for (const wrong of [bytes.subarray(0, -1), new Uint8Array(), new Uint8Array(bytes.length)])
    assertSame(await verifySignature(key, text, wrong), false)
}

async function isRejected(alg: string, jwk: PublicJwk): Promise<boolean> {
  try {
    await importKey(alg, jwk)
    return false
  } catch {
    return true
  }
}

async function importKey(alg: string, jwk: PublicJwk) {
  const algorithm = findSignatureAlgorithm(alg)
  if (!algorithm) throw new Error(`"${alg}" is not supported.`)
  return await importPublicKey(algorithm, jwk)
}

async function signIfSupported(alg: string): Promise<SignatureVector | null> {
  try {
    return await sign(alg, { name: alg })
  } catch {
    return null
  }
}

async function sign(alg: string, params: { readonly name: string }, modulusLength = 2048) {
  const rsa = params.name.startsWith('RSA') && {
    modulusLength,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const pair = (await crypto.subtle.generateKey({ ...params, ...rsa }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const exported: Readonly<Record<string, unknown>> = {
    ...(await crypto.subtle.exportKey('jwk', pair.publicKey)),
  }
  const members = ['kty', 'n', 'e', 'crv', 'x', 'y', 'alg', 'pub']
  const jwk = Object.fromEntries(
    members.flatMap(name => (exported[name] !== undefined ? [[name, String(exported[name])] as const] : [])),
  )
  const signature = await crypto.subtle.sign(params, pair.privateKey, new TextEncoder().encode(text))
  return { alg, jwk, text, signature: toBase64url(new Uint8Array(signature)) }
}
