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

/** What a key is derived from; the usual ones where it does not say. */
export interface KeySource {
  secret?: string
  salt?: string
  enc?: Enc
}

/** The key as behaviour section 7 derives it, by means that are not ours. */
export function deriveKey(source: KeySource = {}): Uint8Array {
  const { enc = 'A256CBC-HS512', ...from } = { secret, salt, ...source }
  const info = `Auth.js Generated Encryption Key (${from.salt})`
  return new Uint8Array(hkdfSync('sha256', from.secret, from.salt, info, enc === 'A256GCM' ? 32 : 64))
}

export function computeThumbprint(key: Uint8Array): Promise<string> {
  const digest = key.length === 64 ? 'sha512' : 'sha256'
  return calculateJwkThumbprint({ kty: 'oct', k: base64url.encode(key) }, digest)
}

/** A token made by jose; `header` replaces members, `undefined` leaves one out. */
export async function createJoseToken(
  claims: JWTPayload,
  source: KeySource = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const key = deriveKey(source)
  const whole = {
    alg: 'dir',
    enc: source.enc ?? 'A256CBC-HS512',
    kid: await computeThumbprint(key),
    ...header,
  }
  return new EncryptJWT(claims).setProtectedHeader(omitUndefined(whole)).encrypt(key)
}

/** Whatever text jose can be made to seal. */
export function sealWithJose(text: string, header: Record<string, unknown> = {}): Promise<string> {
  const whole = { alg: 'dir', enc: 'A256CBC-HS512', ...header }
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(omitUndefined(whole))
    .encrypt(deriveKey())
}

/** Opens a token as the reference does. */
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
