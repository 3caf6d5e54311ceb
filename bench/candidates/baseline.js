/**
 * Minimal session in an encrypted cookie, without routing, CSRF, secret rotation and expiry. JWE `dir` with `A256CBC-HS512`
 * (RFC 7518 section 5.2.5) on `node:crypto`. The key is derived once.
 *
 * @module
 */
import { createDecipheriv, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { salt, secret } from './request-fixture.js'

const info = `Auth.js Generated Encryption Key (${salt})`
const key = Buffer.from(hkdfSync('sha256', secret, salt, info, 64))
const macKey = createSecretKey(key.subarray(0, 32))
const cipherKey = createSecretKey(key.subarray(32))

/** Decrypts the payload of a token. */
export function decryptToken(token) {
  const [header, , iv, ciphertext, tag] = token.split('.')
  const [nonce, body, tagBytes] = [iv, ciphertext, tag].map(part => Buffer.from(part, 'base64url'))
  const length = Buffer.alloc(8)
  length.writeUInt32BE(header.length * 8, 4)
  const mac = createHmac('sha512', macKey).update(header).update(nonce).update(body).update(length).digest()
  if (!timingSafeEqual(mac.subarray(0, 32), tagBytes)) throw new Error('The authentication tag is invalid.')
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, nonce)
  return JSON.parse(cipher.update(body, undefined, 'utf8') + cipher.final('utf8'))
}

/** Responds with the session of a request. */
export function respond(request) {
  const header = request.headers.get('cookie')
  const start = header.indexOf(`${salt}=`) + salt.length + 1
  const { name, email, picture, exp } = decryptToken(header.slice(start, header.indexOf(';', start)))
  const body = { user: { name, email, image: picture }, expires: new Date(exp * 1000).toISOString() }
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
}
