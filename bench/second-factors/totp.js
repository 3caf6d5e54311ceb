import { createHmac } from 'node:crypto'

/** Returns the secret of an `otpauth:` URI. */
export function parseSecret(uri) {
  const text = new URL(uri).searchParams.get('secret') ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map(byte => Number.parseInt(byte, 2)) ?? [])
}

/** Computes a code as an authenticator app does: RFC 6238. `offset` is in steps of 30 seconds. */
export function createTotpCode(secret, offset = 0) {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + offset))
  const digest = createHmac('sha1', secret).update(step).digest()
  const start = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
