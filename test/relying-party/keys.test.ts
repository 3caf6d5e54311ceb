import { createHash, type KeyObject, sign } from 'node:crypto'
import { test } from 'vitest'
import { encodeJson } from '../../src/testing/provider/keys.js'
import { expectCpuTime } from '../support/cpu-time.js'
import { generateRsaKeys } from '../support/key-pairs.js'
import type { MaliciousProvider } from '../support/malicious-provider.js'
import {
  expectAccepted,
  type ProviderBehavior,
  type RejectedBehavior,
  responseModes,
  testRejected,
} from '../support/relying-party.js'

const [first, second] = [generateRsaKeys(), generateRsaKeys()]
type Jwk = Readonly<Record<string, unknown>>

function toJwk(key: KeyObject, members: Jwk = {}): Jwk {
  return { ...key.export({ format: 'jwk' }), kid: 'k', ...members }
}

/** Publishes `keys`, and signs the ID token of an administrator with `signBytes`. */
function publishKeys(keys: readonly Jwk[], signBytes: (data: Buffer) => Buffer, alg = 'RS256') {
  return (op: MaliciousProvider): void => {
    const issuedAt = Math.floor(Date.now() / 1000)
    const claims = {
      sub: 'admin',
      name: 'Admin',
      iss: op.issuer,
      aud: op.clientId,
      iat: issuedAt,
      exp: issuedAt + 300,
    }
    const signIdToken = (nonce: unknown) => {
      const data = `${encodeJson({ alg, kid: 'k' })}.${encodeJson({ ...claims, nonce })}`
      return `${data}.${signBytes(Buffer.from(data)).toString('base64url')}`
    }
    op.lies = {
      jwks: () => ({ keys }),
      token: answer => ({ ...answer, id_token: signIdToken(readNonce(answer.id_token)) }),
    }
  }
}

/** Returns the nonce in the ID token that the provider would issue. */
function readNonce(idToken: unknown): unknown {
  const [, payload = ''] = String(idToken).split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).nonce
}

function signRs256({ privateKey }: { privateKey: KeyObject }) {
  return (data: Buffer) => sign('sha256', data, privateKey)
}

/** Computes the signature that the exponent 1 accepts: the padded hash itself, RFC 8017 section 9.2. */
function signWithExponentOne(data: Buffer): Buffer {
  const digestInfo = Buffer.concat([
    Buffer.from('3031300d060960864801650304020105000420', 'hex'),
    createHash('sha256').update(data).digest(),
  ])
  const padding = Buffer.alloc(256 - 3 - digestInfo.length, 0xff)
  return Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), digestInfo])
}

function rejectKeys(
  keys: readonly Jwk[],
  signBytes: (data: Buffer) => Buffer,
  cause: RegExp,
): RejectedBehavior {
  return { arrange: publishKeys(keys, signBytes), cause, requests: ['discovery', 'token', 'jwks'] }
}

const weak = generateRsaKeys(512)

testRejected({
  'OX-11: no key': rejectKeys([], signRs256(first), /publishes no key/),
  'OX-11: two keys with one `kid`': rejectKeys(
    [toJwk(first.publicKey), toJwk(second.publicKey)],
    signRs256(first),
    /publishes 2 keys/,
  ),
  'OX-11: 10,000 keys, of which none fits': rejectKeys(
    Array.from({ length: 10_000 }, (_, index) => ({ kty: 'oct', k: 'AAAA', kid: `k${index}` })),
    signRs256(first),
    /publishes no key/,
  ),
  'OX-11: a key of one megabyte': rejectKeys(
    [toJwk(first.publicKey, { n: 'A'.repeat(1_000_000) })],
    signRs256(first),
    /larger than 1000000 bytes/,
  ),
  'OX-11: a symmetric key': rejectKeys(
    [{ kty: 'oct', k: 'AAAA', kid: 'k' }],
    signRs256(first),
    /publishes no key/,
  ),
  'OX-11: an RSA key of 512 bits': rejectKeys([toJwk(weak.publicKey)], signRs256(weak), /has 512 bits/),
  'OX-11: a private key': rejectKeys(
    [{ ...first.privateKey.export({ format: 'jwk' }), kid: 'k' }],
    signRs256(first),
    /anyone can sign/,
  ),
  'OX-11: a private key and its public key with one `kid`': rejectKeys(
    [{ ...first.privateKey.export({ format: 'jwk' }), kid: 'k' }, toJwk(first.publicKey)],
    signRs256(first),
    /publishes 2 keys/,
  ),
  'OX-11: a key without its modulus': rejectKeys(
    [toJwk(first.publicKey, { n: undefined })],
    signRs256(first),
    /not a public key/,
  ),
  'OX-11: a key that must not verify': rejectKeys(
    [toJwk(first.publicKey, { key_ops: ['encrypt'] })],
    signRs256(first),
    /publishes no key/,
  ),
  'OX-11: an RSA key with the exponent 1': rejectKeys(
    [toJwk(first.publicKey, { e: 'AQ' })],
    signWithExponentOne,
    /anyone can sign/,
  ),
})

test.each(responseModes)('OX-11: a key among 2,000 is found within seconds (%s)', async mode => {
  const others = Array.from({ length: 1_999 }, (_, index) =>
    toJwk(second.publicKey, { kid: `other-${index}` }),
  )
  const behavior: ProviderBehavior = {
    arrange: publishKeys([...others, toJwk(first.publicKey)], signRs256(first)),
  }
  await expectCpuTime(5_000, () => expectAccepted(behavior, mode))
})
