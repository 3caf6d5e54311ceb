/**
 * Minimal session in an encrypted cookie, without routing, CSRF, secret rotation and expiry. JWE `dir` with `A256CBC-HS512`
 * (RFC 7518 section 5.2.5) on `node:crypto`. The key is derived once.
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
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { salt, secret } from './request-fixture.js'

const info = `Auth.js Generated Encryption Key (${salt})`
const key = Buffer.from(hkdfSync('sha256', secret, salt, info, 64))
const macKey = createSecretKey(key.subarray(0, 32))
const cipherKey = createSecretKey(key.subarray(32))

/** Decrypts the payload of a token. */
export function decryptToken(token) {
  const [header, , iv, ciphertext, tag] = token.split('.')
  const [nonce, body, tagBytes] = [iv, ciphertext, tag].map(part => Buffer.from(part, 'base64url'))
  if (!timingSafeEqual(computeTag(header, nonce, body), tagBytes))
    throw new Error('The authentication tag is invalid.')
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, nonce)
  return JSON.parse(cipher.update(body, undefined, 'utf8') + cipher.final('utf8'))
}

const encodedHeader = Buffer.from('{"alg":"dir","enc":"A256CBC-HS512"}').toString('base64url')

/** Encrypts a payload as a token. */
export function encryptToken(payload) {
  const nonce = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()])
  const parts = [nonce, body, computeTag(encodedHeader, nonce, body)].map(part => part.toString('base64url'))
  return `${encodedHeader}..${parts.join('.')}`
}

function computeTag(header, nonce, body) {
  const length = Buffer.alloc(8)
  length.writeUInt32BE(header.length * 8, 4)
  const mac = createHmac('sha512', macKey).update(header).update(nonce).update(body).update(length).digest()
  return mac.subarray(0, 32)
}

/** Responds with the session of a request. */
export function respond(request) {
  const header = request.headers.get('cookie')
  const start = header.indexOf(`${salt}=`) + salt.length + 1
  const { name, email, picture, exp } = decryptToken(header.slice(start, header.indexOf(';', start)))
  const body = { user: { name, email, image: picture }, expires: new Date(exp * 1000).toISOString() }
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
}

/** Responds with the CSRF token of a request, after verifying its hash. */
export function respondWithCsrf(request) {
  const header = request.headers.get('cookie')
  const start = header.indexOf(`${csrfCookie}=`) + csrfCookie.length + 1
  const end = header.indexOf(';', start)
  const [token, tokenHash] = decodeURIComponent(header.slice(start, end < 0 ? undefined : end)).split('|')
  const hash = createHash('sha256')
    .update(token + secret)
    .digest()
  if (!timingSafeEqual(hash, Buffer.from(tokenHash, 'hex'))) throw new Error('The CSRF token is invalid.')
  return new Response(JSON.stringify({ csrfToken: token }), {
    headers: { 'content-type': 'application/json' },
  })
}

const csrfCookie = '__Host-authjs.csrf-token'
