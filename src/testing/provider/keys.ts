import { toBase64url } from '#crypto'

/** The signing algorithm of ID tokens. */
export type Algorithm = 'RS256' | 'ES256' | 'HS256'

/** The claims of a token, RFC 7519 section 4. */
export type Claims = Readonly<Record<string, unknown>>

/** A signing key and its public JWK. */
export interface SigningKey {
  readonly header: { readonly alg: string; readonly kid?: string }
  /** The public key; null for a shared secret. */
  readonly jwk: Readonly<Record<string, unknown>> | null
  sign(text: string): Promise<Uint8Array>
}

const encoder = new TextEncoder()
const hash = 'SHA-256'

/** The Web Crypto parameters of the algorithms in RFC 7518 section 3.1. */
const asymmetricAlgorithms = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
  ES256: { name: 'ECDSA', hash, namedCurve: 'P-256' },
} as const

/** Keys by `kid`, shared by all providers of a process because generating an RSA key is slow. */
const keysByKid = new Map<string, Promise<SigningKey>>()

/** Returns the key with this name and generates it on first use. */
export function getAsymmetricKey(alg: keyof typeof asymmetricAlgorithms, name: string): Promise<SigningKey> {
  const kid = `${alg}-${name}`
  const key = keysByKid.get(kid) ?? generateAsymmetricKey(alg, kid)
  keysByKid.set(kid, key)
  return key
}

/** Imports the client secret as a key for `HS256`. */
export async function importHmacKey(secret: string): Promise<SigningKey> {
  const hmac = { name: 'HMAC', hash }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['sign'])
  return { header: { alg: 'HS256' }, jwk: null, sign: text => createSignature(hmac, key, text) }
}

/** Signs claims as a compact JWS, RFC 7515 section 7.1. */
export async function signJwt(key: SigningKey, claims: Claims, header: Claims = key.header): Promise<string> {
  const text = `${encodeJson(header)}.${encodeJson(claims)}`
  return `${text}.${toBase64url(await key.sign(text))}`
}

/** Encodes a part of a JWS as base64url JSON. */
export function encodeJson(part: Claims): string {
  return toBase64url(encoder.encode(JSON.stringify(part)))
}

async function generateAsymmetricKey(
  alg: keyof typeof asymmetricAlgorithms,
  kid: string,
): Promise<SigningKey> {
  const algorithm = asymmetricAlgorithms[alg]
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return {
    header: { alg, kid },
    jwk: { kty, n, e, crv, x, y, kid, alg, use: 'sig' },
    sign: text => createSignature(algorithm, privateKey, text),
  }
}

async function createSignature(
  algorithm: AlgorithmIdentifier | EcdsaParams,
  key: CryptoKey,
  text: string,
): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(algorithm, key, encoder.encode(text)))
}
