/**
 * Selects the Web Crypto build of Latchkey in Node, where the condition `node` would select the other one.
 *
 * @module
 */
import { register } from 'node:module'
import { salt, secret } from './request-fixture.js'

const webFiles = new Map([
  ['#crypto', 'web.js'],
  ['#signatures', 'signatures-web.js'],
])

/** Module hook of Node that resolves `#crypto` and `#signatures` to the files for runtimes without Node's modules. */
export function resolve(specifier, context, nextResolve) {
  const file = webFiles.get(specifier)
  if (!file) return nextResolve(specifier, context)
  return { url: new URL(`../../dist/crypto/${file}`, import.meta.url).href, shortCircuit: true }
}

/** Imports Latchkey. Node loads this file again in the thread of its module hooks. */
export async function importWithWebCrypto() {
  register(import.meta.url)
  return import('../../dist/index.js')
}

/** Creates a function that decrypts the payload of a token. The keys are imported once. */
export async function createWebDecrypt() {
  const encoder = new TextEncoder()
  const hkdfKey = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits'])
  const info = encoder.encode(`Auth.js Generated Encryption Key (${salt})`)
  const params = { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(salt), info }
  const key = await crypto.subtle.deriveBits(params, hkdfKey, 512)
  const hmac = { name: 'HMAC', hash: 'SHA-512' }
  const macKey = await crypto.subtle.importKey('raw', key.slice(0, 32), hmac, false, ['sign'])
  const cipherKey = await crypto.subtle.importKey('raw', key.slice(32), 'AES-CBC', false, ['decrypt'])
  return async token => {
    const [header, , ...parts] = token.split('.')
    const [nonce, body, tag] = parts.map(decodeBase64url)
    const length = new DataView(new ArrayBuffer(8))
    length.setUint32(4, header.length * 8)
    const data = new Uint8Array(header.length + nonce.length + body.length + 8)
    encoder.encodeInto(header, data)
    data.set(nonce, header.length)
    data.set(body, header.length + nonce.length)
    data.set(new Uint8Array(length.buffer), data.length - 8)
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', macKey, data))
    let difference = 0
    for (let index = 0; index < 32; index++) difference |= mac[index] ^ tag[index]
    if (difference !== 0) throw new Error('The authentication tag is invalid.')
    const text = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: nonce }, cipherKey, body)
    return JSON.parse(new TextDecoder().decode(text))
  }
}

function decodeBase64url(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
