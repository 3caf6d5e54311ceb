/**
 * The {@link CryptoPlatform} on Web Crypto, for runtimes and bundlers without the condition `node`, such as Cloudflare Workers and edge runtimes.
 *
 * @module
 */
import type { CipherKey, CryptoPlatform, HmacHash, Sealed } from './platform.js'

type Bytes = Uint8Array<ArrayBuffer>

interface WebKey extends CipherKey {
  readonly cipher: CryptoKey
  readonly mac: CryptoKey | null
}

const encoder = new TextEncoder()
// A byte order mark is part of the text, as on Node.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const base64urlPattern = /^[\w-]*$/

/** Generates cryptographically random bytes. */
export const generateRandomBytes: CryptoPlatform['generateRandomBytes'] = length =>
  crypto.getRandomValues(new Uint8Array(length))

const hexPairs = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export const toHex: CryptoPlatform['toHex'] = bytes => {
  let hex = ''
  for (const byte of bytes) hex += hexPairs[byte]
  return hex
}

export const generateRandomHex: CryptoPlatform['generateRandomHex'] = length =>
  toHex(generateRandomBytes(length))

/** Encodes bytes as base64url without padding. RFC 4648 section 5. */
export const toBase64url: CryptoPlatform['toBase64url'] = bytes => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export const fromBase64url: CryptoPlatform['fromBase64url'] = text => decodeBase64url(text)

export const hashSha256: CryptoPlatform['hashSha256'] = text => digest('SHA-256', text)

/** Returns the SHA-256 digest of a text, as hex. */
export const hashSha256Hex: CryptoPlatform['hashSha256Hex'] = async text => toHex(await hashSha256(text))

export const hashForThumbprint: CryptoPlatform['hashForThumbprint'] = (enc, text) =>
  digest(enc === 'A256GCM' ? 'SHA-256' : 'SHA-512', text)

export const deriveKeyBytes: CryptoPlatform['deriveKeyBytes'] = async (secret, salt, info, length) => {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits'])
  const params = { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(salt), info: encoder.encode(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, length * 8))
}

/** Computes the HMAC of a message. RFC 2104. */
export const computeHmac: CryptoPlatform['computeHmac'] = async (hash, key, message) => {
  const mac = await importMac(new Uint8Array(key), hash)
  return new Uint8Array(await crypto.subtle.sign('HMAC', mac, new Uint8Array(message)))
}

export const derivePasswordBytes: CryptoPlatform['derivePasswordBytes'] = async input => {
  const { password, salt, iterations, length } = input
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits'])
  const params = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, length * 8))
}

export const importKey: CryptoPlatform['importKey'] = async (enc, bytes): Promise<WebKey> => {
  const raw = new Uint8Array(bytes)
  if (enc === 'A256GCM') return { enc, cipher: await importAes('AES-GCM', raw), mac: null }
  // RFC 7518 section 5.2.2.1: the first half authenticates, the second encrypts.
  const [mac, cipher] = await Promise.all([
    importMac(raw.slice(0, 32), 'SHA-512'),
    importAes('AES-CBC', raw.slice(32)),
  ])
  return { enc, mac, cipher }
}

export const encrypt: CryptoPlatform['encrypt'] = async (key, header, plaintext) => {
  const { cipher, mac } = key as WebKey
  const iv = crypto.getRandomValues(new Uint8Array(mac ? 16 : 12))
  const body = encoder.encode(plaintext)
  if (!mac) {
    const ciphertextAndTag = new Uint8Array(
      await crypto.subtle.encrypt(createGcmParams(iv, header), cipher, body),
    )
    return toSealed(iv, ciphertextAndTag.subarray(0, -16), ciphertextAndTag.subarray(-16))
  }
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, cipher, body))
  const fullMac = await crypto.subtle.sign('HMAC', mac, createMacInput(header, iv, ciphertext))
  return toSealed(iv, ciphertext, new Uint8Array(fullMac, 0, 32))
}

export const decrypt: CryptoPlatform['decrypt'] = async (key, header, { iv, ciphertext, tag }) => {
  const { cipher, mac } = key as WebKey
  const [nonce, body, expectedTag] = [iv, ciphertext, tag].map(decodeBase64url)
  if (
    !nonce ||
    !body ||
    !expectedTag ||
    nonce.length !== (mac ? 16 : 12) ||
    expectedTag.length !== (mac ? 32 : 16)
  )
    return null
  if (!mac) return await decryptGcm(cipher, createGcmParams(nonce, header), joinBytes(body, expectedTag))
  const fullMac = new Uint8Array(await crypto.subtle.sign('HMAC', mac, createMacInput(header, nonce, body)))
  if (!isEqualBytes(fullMac.subarray(0, 32), expectedTag)) return null
  return decoder.decode(await crypto.subtle.decrypt({ name: 'AES-CBC', iv: nonce }, cipher, body))
}

/** Returns whether two texts are equal. The duration depends only on their lengths. */
export const isTimingSafeEqual: CryptoPlatform['isTimingSafeEqual'] = (a, b) =>
  isEqualBytes(encoder.encode(a), encoder.encode(b))

function decodeBase64url(text: string): Bytes | null {
  if (!base64urlPattern.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

async function digest(algorithm: 'SHA-256' | 'SHA-512', text: string): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, encoder.encode(text)))
}

function importAes(name: 'AES-CBC' | 'AES-GCM', raw: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, name, false, ['encrypt', 'decrypt'])
}

function importMac(raw: Bytes, hash: HmacHash): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash }, false, ['sign'])
}

function createGcmParams(iv: Bytes, header: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(header), tagLength: 128 }
}

async function decryptGcm(key: CryptoKey, params: AesGcmParams, body: Bytes): Promise<string | null> {
  try {
    return decoder.decode(await crypto.subtle.decrypt(params, key, body))
  } catch {
    // Web Crypto throws if the tag does not match, and returns no plaintext before.
    return null
  }
}

/** Joins AAD, IV, ciphertext and the length of the AAD in bits, RFC 7518 section 5.2.2.1. */
function createMacInput(header: string, iv: Bytes, ciphertext: Bytes): Bytes {
  const length = new Uint8Array(8)
  new DataView(length.buffer).setUint32(4, header.length * 8)
  return joinBytes(encoder.encode(header), iv, ciphertext, length)
}

function joinBytes(...parts: Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

function isEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  return difference === 0
}

function toSealed(iv: Bytes, ciphertext: Bytes, tag: Bytes): Sealed {
  return { iv: toBase64url(iv), ciphertext: toBase64url(ciphertext), tag: toBase64url(tag) }
}
