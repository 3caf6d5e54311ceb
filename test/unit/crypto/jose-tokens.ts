import { hkdfSync } from 'node:crypto'
import {
  base64url,
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  calculateJwkThumbprint,
  EncryptJWT,
  type JWTPayload,
  jwtDecrypt,
} from 'jose'
import type { Enc } from '../../../src/crypto/platform.js'

export const secret = 'a secret of more than 32 characters!'
export const salt = 'authjs.session-token'

/** The input of the key derivation. */
export interface KeySource {
  secret?: string
  salt?: string
  enc?: Enc
}

/** Derives the key as Auth.js does, with node:crypto instead of the code under test. */
export function deriveKey(source: KeySource = {}): Uint8Array {
  const { enc = 'A256CBC-HS512', ...from } = { secret, salt, ...source }
  const info = `Auth.js Generated Encryption Key (${from.salt})`
  return new Uint8Array(hkdfSync('sha256', from.secret, from.salt, info, enc === 'A256GCM' ? 32 : 64))
}

export function computeThumbprint(key: Uint8Array): Promise<string> {
  const digest = key.length === 64 ? 'sha512' : 'sha256'
  return calculateJwkThumbprint({ kty: 'oct', k: base64url.encode(key) }, digest)
}

/** Creates a token with jose. `header` replaces header members, `undefined` removes one. */
export async function createJoseToken(
  claims: JWTPayload,
  source: KeySource = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const key = deriveKey(source)
  const fullHeader = {
    alg: 'dir',
    enc: source.enc ?? 'A256CBC-HS512',
    kid: await computeThumbprint(key),
    ...header,
  }
  return new EncryptJWT(claims).setProtectedHeader(omitUndefined(fullHeader)).encrypt(key)
}

/** Encrypts any text with jose. */
export function sealWithJose(text: string, header: Record<string, unknown> = {}): Promise<string> {
  const fullHeader = { alg: 'dir', enc: 'A256CBC-HS512', ...header }
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(omitUndefined(fullHeader))
    .encrypt(deriveKey())
}

/** Decrypts a token as Auth.js does. */
export async function openWithJose(token: string, source: KeySource = {}) {
  return jwtDecrypt(token, deriveKey(source), {
    clockTolerance: 15,
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256CBC-HS512', 'A256GCM'],
  })
}

function omitUndefined(header: Record<string, unknown>) {
  const given = Object.entries(header).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as CompactJWEHeaderParameters
}
