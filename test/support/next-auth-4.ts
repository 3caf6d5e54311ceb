import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A token that next-auth 4.24.15 issued, with its input. */
export const recorded: {
  readonly secret: string
  readonly issuedAt: string
  readonly claims: Record<string, unknown>
  readonly token: string
} = JSON.parse(readFileSync(new URL('../fixtures/next-auth-4.json', import.meta.url), 'utf8'))

/** Issues a token as next-auth 4 does. `test/codemod-e2e` compares it with the package. */
export function issueNextAuth4Token(claims: object, secret: string): string {
  const iat = Math.floor(Date.now() / 1000)
  return encryptNextAuth4({ iat, exp: iat + 2_592_000, jti: randomUUID(), ...claims }, secret)
}

function encryptNextAuth4(claims: object, secret: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32))
  const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header))
  const body = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()])
  return [header, '', ...[iv, body, cipher.getAuthTag()].map(part => part.toString('base64url'))].join('.')
}

/** Splits a value into the cookies of next-auth 4. */
export function splitNextAuth4Cookie(name: string, value: string): [name: string, value: string][] {
  if (value.length <= 3933) return [[name, value]]
  const count = Math.ceil(value.length / 3933)
  return Array.from({ length: count }, (_, index) => [
    `${name}.${index}`,
    value.slice(index * 3933, (index + 1) * 3933),
  ])
}
