/**
 * The {@link CryptoPlatform} on `node:crypto`, for Node, Bun and Deno. It is synchronous, except for the derivation from passwords. On Node, a
 * token of the size of a session takes a quarter of the time that Web Crypto needs, or less.
 *
 * @module
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  pbkdf2,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto'
import type { CipherKey, CryptoPlatform, Sealed } from './platform.js'

interface NodeKey extends CipherKey {
  readonly cipher: KeyObject
  readonly mac: KeyObject | null
}

const base64urlPattern = /^[\w-]*$/

/** Generates cryptographically random bytes. */
export const generateRandomBytes: CryptoPlatform['generateRandomBytes'] = length => takeRandomBytes(length)

export const generateRandomHex: CryptoPlatform['generateRandomHex'] = length => toHex(takeRandomBytes(length))

/** Encodes bytes as base64url without padding. RFC 4648 section 5. */
export const toBase64url: CryptoPlatform['toBase64url'] = bytes =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')

export const toHex: CryptoPlatform['toHex'] = bytes =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

export const fromBase64url: CryptoPlatform['fromBase64url'] = text =>
  base64urlPattern.test(text) && text.length % 4 !== 1 ? Buffer.from(text, 'base64url') : null

export const hashSha256: CryptoPlatform['hashSha256'] = text => createHash('sha256').update(text).digest()

/** Returns the SHA-256 digest of a text, as hex. */
export const hashSha256Hex: CryptoPlatform['hashSha256Hex'] = text =>
  createHash('sha256').update(text).digest('hex')

export const hashForThumbprint: CryptoPlatform['hashForThumbprint'] = (enc, text) =>
  createHash(enc === 'A256GCM' ? 'sha256' : 'sha512')
    .update(text)
    .digest()

export const deriveKeyBytes: CryptoPlatform['deriveKeyBytes'] = (secret, salt, info, length) =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, length))

/** The names of `node:crypto`. Node also accepts those of Web Crypto; Deno does not. */
const hashNames = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
} as const

/** Computes the HMAC of a message. RFC 2104. */
export const computeHmac: CryptoPlatform['computeHmac'] = (hash, key, message) =>
  createHmac(hashNames[hash], key).update(message).digest()

export const derivePasswordBytes: CryptoPlatform['derivePasswordBytes'] = ({
  password,
  salt,
  iterations,
  length,
}) =>
  new Promise((resolve, reject) => {
    pbkdf2(password, salt, iterations, length, 'sha256', (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    )
  })

export const importKey: CryptoPlatform['importKey'] = (enc, bytes): NodeKey => {
  if (enc === 'A256GCM') return { enc, cipher: createSecretKey(bytes), mac: null }
  // RFC 7518 section 5.2.2.1: the first half authenticates, the second encrypts.
  return { enc, mac: createSecretKey(bytes.subarray(0, 32)), cipher: createSecretKey(bytes.subarray(32)) }
}

export const encrypt: CryptoPlatform['encrypt'] = (key, header, plaintext) => {
  const { cipher, mac } = key as NodeKey
  if (!mac) return encryptGcm(cipher, header, plaintext)
  const iv = takeRandomBytes(16)
  const cbc = createCipheriv('aes-256-cbc', cipher, iv)
  const ciphertext = Buffer.concat([cbc.update(plaintext, 'utf8'), cbc.final()])
  const tag = computeTag(mac, header, { iv, ciphertext })
  return toSealed(iv, ciphertext, tag)
}

export const decrypt: CryptoPlatform['decrypt'] = (key, header, { iv, ciphertext, tag }) => {
  const { cipher, mac } = key as NodeKey
  const [nonce, body, expectedTag] = [fromBase64url(iv), fromBase64url(ciphertext), fromBase64url(tag)]
  if (
    !nonce ||
    !body ||
    !expectedTag ||
    nonce.length !== (mac ? 16 : 12) ||
    expectedTag.length !== (mac ? 32 : 16)
  )
    return null
  if (!mac) return decryptGcm(cipher, header, { nonce, body, expectedTag })
  if (!timingSafeEqual(computeTag(mac, header, { iv: nonce, ciphertext: body }), expectedTag)) return null
  const cbc = createDecipheriv('aes-256-cbc', cipher, nonce)
  return cbc.update(body, undefined, 'utf8') + cbc.final('utf8')
}

/** Returns whether two texts are equal. The duration depends only on their lengths. */
export const isTimingSafeEqual: CryptoPlatform['isTimingSafeEqual'] = (a, b) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

type MacInput = Readonly<Record<'iv' | 'ciphertext', Uint8Array>>

/**
 * Computes the HMAC over AAD, IV, ciphertext and the length of the AAD in bits, and returns its first half.
 * See RFC 7518 section 5.2.2.1.
 */
function computeTag(mac: KeyObject, header: string, { iv, ciphertext }: MacInput): Buffer {
  const length = Buffer.alloc(8)
  length.writeUInt32BE(header.length * 8, 4)
  const full = createHmac('sha512', mac).update(header).update(iv).update(ciphertext).update(length).digest()
  return full.subarray(0, 32)
}

function encryptGcm(key: KeyObject, header: string, plaintext: string): Sealed {
  const iv = takeRandomBytes(12)
  const gcm = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header))
  const ciphertext = Buffer.concat([gcm.update(plaintext, 'utf8'), gcm.final()])
  return toSealed(iv, ciphertext, gcm.getAuthTag())
}

function decryptGcm(
  key: KeyObject,
  header: string,
  { nonce, body, expectedTag }: Record<'nonce' | 'body' | 'expectedTag', Uint8Array>,
): string | null {
  const gcm = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  gcm.setAAD(Buffer.from(header)).setAuthTag(expectedTag)
  try {
    return Buffer.concat([gcm.update(body), gcm.final()]).toString('utf8')
  } catch {
    // final() throws if the tag does not match, and no plaintext was returned before.
    return null
  }
}

function toSealed(iv: Uint8Array, ciphertext: Uint8Array, tag: Uint8Array): Sealed {
  return {
    iv: toBase64url(iv),
    ciphertext: toBase64url(ciphertext),
    tag: toBase64url(tag),
  }
}

const pool = new Uint8Array(4096)

/** Where the bytes begin that were not returned yet. */
let offset = pool.length

/**
 * Returns random bytes of the system, in memory of their own. The system is called once for many of them, because a call takes ten times
 * as long as the copy. Each byte is returned once, and then erased from the pool. Every thread and process has a pool of its own.
 *
 * @throws RangeError if the length is not a whole number
 */
function takeRandomBytes(length: number): Uint8Array {
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError(`The length ${length} is not valid.`)
  if (length > pool.length) return randomBytes(length)
  if (offset + length > pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  const bytes = pool.slice(offset, offset + length)
  pool.fill(0, offset, offset + length)
  offset += length
  return bytes
}
