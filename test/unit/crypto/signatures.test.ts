import { constants, sign as signBytes } from 'node:crypto'
import { exportJWK, FlattenedSign, generateKeyPair, type JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import type { SignaturePlatform } from '../../../src/crypto/signature-algorithms.js'
import * as node from '../../../src/crypto/signatures-node.js'
import * as web from '../../../src/crypto/signatures-web.js'
import { findSignatureAlgorithm } from '../../../src/flows/oauth/id-token.js'
import { generateEcKeys, generateRsaKeys } from '../../support/key-pairs.js'
import { type SignatureVector, signatureVectors } from './signature-vectors.js'

const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Signs with jose, an implementation of its own. */
async function sign(alg: string): Promise<SignatureVector> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const payload = new TextEncoder().encode('{"sub":"4711"}')
  const jws = await new FlattenedSign(payload).setProtectedHeader({ alg }).sign(privateKey)
  const text = `${jws.protected}.${jws.payload}`
  return { alg, jwk: toStrings(await exportJWK(publicKey)), text, signature: jws.signature }
}

const toStrings = (jwk: JWK) =>
  Object.fromEntries(Object.entries(jwk).map(([name, value]) => [name, String(value)] as const))

const signed = Object.fromEntries(
  await Promise.all(algorithms.map(async alg => [alg, await sign(alg)] as const)),
)

const platforms = { node, web } satisfies Record<string, SignaturePlatform>

describe.each(Object.entries(platforms))('%s', (_, { importPublicKey, verifySignature }) => {
  async function verify(alg: string, { jwk, text, signature }: SignatureVector): Promise<boolean> {
    const algorithm = findSignatureAlgorithm(alg)
    if (!algorithm) throw new Error(`"${alg}" is not supported.`)
    const key = await importPublicKey(algorithm, jwk)
    return await verifySignature(key, text, Buffer.from(signature, 'base64url'))
  }

  test.each(signatureVectors)('verifies the signature of %s', async (_, vector) => {
    expect(await verify(vector.alg, vector)).toBe(true)
  })

  test.each(Object.entries(signed))('verifies what jose signs with %s', async (alg, vector) => {
    expect(await verify(alg, vector)).toBe(true)
    expect(await verify(alg, { ...vector, text: `${vector.text}x` })).toBe(false)
  })

  test.each(Object.entries(signed))('rejects %s if any byte was changed', async (alg, vector) => {
    const bytes = Buffer.from(vector.signature, 'base64url')
    for (let at = 0; at < bytes.length; at += 5) {
      const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 0x40 : byte))
      const signature = Buffer.from(changed).toString('base64url')
      expect(await verify(alg, { ...vector, signature }), `byte ${at}`).toBe(false)
    }
  })

  test.each([
    ['RS256', 'RS384'],
    ['RS256', 'PS256'],
    ['PS256', 'RS256'],
    ['PS512', 'PS256'],
  ])('rejects a signature of %s for %s', async (alg, other) => {
    expect(await verify(other, signed[alg] as SignatureVector)).toBe(false)
  })

  test('rejects an ECDSA signature in DER', async () => {
    const { publicKey, privateKey } = generateEcKeys()
    const text = 'e30.e30'
    const vector = { alg: 'ES256', jwk: toStrings(publicKey.export({ format: 'jwk' })), text }
    const encode = (dsaEncoding: 'der' | 'ieee-p1363') =>
      signBytes('sha256', Buffer.from(text), { key: privateKey, dsaEncoding }).toString('base64url')
    expect(await verify('ES256', { ...vector, signature: encode('ieee-p1363') })).toBe(true)
    expect(await verify('ES256', { ...vector, signature: encode('der') })).toBe(false)
  })

  test.each([
    [32, true],
    [20, false],
    [0, false],
  ])('RSA-PSS with a salt of %i bytes: %s', async (saltLength, isValid) => {
    const { publicKey, privateKey } = generateRsaKeys()
    const options = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
    const signature = signBytes('sha256', Buffer.from('e30.e30'), options).toString('base64url')
    const jwk = toStrings(publicKey.export({ format: 'jwk' }))
    expect(await verify('PS256', { alg: 'PS256', jwk, text: 'e30.e30', signature })).toBe(isValid)
  })

  test.each([
    ['ES256', 'ES384'],
    ['ES384', 'ES256'],
    ['RS256', 'ES256'],
    ['ES256', 'RS256'],
    ['EdDSA', 'ES256'],
  ])('imports no key of %s for %s', async (alg, other) => {
    const vector = signed[alg] as SignatureVector
    await expect(async () => await verify(other, vector)).rejects.toThrow(/^The key has the type/)
  })

  test.each([
    ['an RSA key of 1024 bits', 'RS256', { n: Buffer.alloc(128, 0xff).toString('base64url') }],
    ['an RSA key of 1024 bits after zeros', 'RS256', { n: pad(Buffer.alloc(128, 0xff)) }],
    ['an RSA key of 16392 bits', 'RS256', { n: Buffer.alloc(2049, 0xff).toString('base64url') }],
    ['an RSA key without a modulus', 'RS256', { n: '' }],
    ['a point that is not on the curve', 'ES256', { y: Buffer.alloc(32, 1).toString('base64url') }],
    ['a point of another curve', 'ES256', { crv: 'P-384' }],
    ['an Ed25519 key of 31 bytes', 'EdDSA', { x: Buffer.alloc(31, 1).toString('base64url') }],
  ])('imports no %s', async (_, alg, members) => {
    const vector = signed[alg] as SignatureVector
    await expect(
      async () => await verify(alg, { ...vector, jwk: { ...vector.jwk, ...members } }),
    ).rejects.toThrow()
  })
})

test.each(['none', 'HS256', 'ES256K', 'Ed448', 'rs256', '', '__proto__', 'toString'])(
  '"%s" is not supported',
  alg => expect(findSignatureAlgorithm(alg)).toBeNull(),
)

function pad(bytes: Buffer): string {
  return Buffer.concat([Buffer.alloc(256), bytes]).toString('base64url')
}
