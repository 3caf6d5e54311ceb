import { createHash, type KeyObject, sign } from 'node:crypto'
import { exportJWK, type JWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { expectCpuTime } from '../support/cpu-time.js'
import { generateRsaKeys } from '../support/key-pairs.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`
const [first, second] = [generateRsaKeys(), generateRsaKeys()]
const toJwk = async (key: KeyObject, more: JWK): Promise<JWK> => ({ ...(await exportJWK(key)), ...more })

const createClaims = (op: ReturnType<typeof createMaliciousProvider>) => {
  const now = Math.floor(Date.now() / 1000)
  return { sub: 'admin', iss: op.issuer, aud: op.clientId, iat: now, exp: now + 300 }
}

/** The result of a sign-in whose provider publishes these keys and returns this ID token. */
async function signIn(
  keys: readonly JWK[],
  token: (op: ReturnType<typeof createMaliciousProvider>) => string | Promise<string>,
) {
  const op = createMaliciousProvider()
  const id_token = await token(op)
  op.lies.token = answer => ({ ...answer, id_token })
  op.lies.jwks = () => ({ keys })
  const visit = createTestApp({ op, providers: [op.provider({ omitsNonce: true })] }).open()
  const where = getLocation(await runRoundTrip(visit, op))
  return { where, isIn: (await visit.getSession()) !== null }
}

const signWith =
  (key: KeyObject, header: object = {}) =>
  (op: ReturnType<typeof createMaliciousProvider>) =>
    new SignJWT(createClaims(op)).setProtectedHeader({ alg: 'RS256', ...header }).sign(key)

/** Computes the signature that the exponent 1 accepts: the padded hash itself, RFC 8017 section 9.2. */
function padHash(text: string): Buffer {
  const hashName = Buffer.from('3031300d060960864801650304020105000420', 'hex')
  const hash = createHash('sha256').update(text).digest()
  const padding = Buffer.alloc(256 - 3 - hashName.length - hash.length, 0xff)
  return Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), hashName, hash])
}

describe('valid keys', () => {
  test('are found among 2,000 within a second of processor time', async () => {
    const wanted = await toJwk(first.publicKey, { kid: 'wanted' })
    const other = await toJwk(second.publicKey, {})
    const many = Array.from({ length: 2_000 }, (_, index) => ({ ...other, kid: `k${index}` }))
    await expectCpuTime(1_000, async () => {
      const result = await signIn([...many, wanted], signWith(first.privateKey, { kid: 'wanted' }))
      expect(result).toMatchObject({ isIn: true })
    })
  })

  test('with the same key id verify no token', async () => {
    const both = await Promise.all([first, second].map(({ publicKey }) => toJwk(publicKey, { kid: 'same' })))
    for (const header of [{ kid: 'same' }, {}])
      for (const { privateKey } of [first, second, generateRsaKeys()])
        expect(await signIn(both, signWith(privateKey, header))).toEqual({
          where: configuration,
          isIn: false,
        })
  })
})

describe('keys that are rejected', () => {
  test('a key for encryption', async () => {
    const key = await toJwk(first.publicKey, { kid: 'k', use: 'enc' })
    expect(await signIn([key], signWith(first.privateKey, { kid: 'k' }))).toEqual({
      where: configuration,
      isIn: false,
    })
  })

  test('a key for another algorithm', async () => {
    const key = await toJwk(first.publicKey, { kid: 'k', alg: 'PS256' })
    expect(await signIn([key], signWith(first.privateKey, { kid: 'k' }))).toEqual({
      where: configuration,
      isIn: false,
    })
  })

  test('a published shared secret', async () => {
    const k = Buffer.from('a published secret').toString('base64url')
    const forge = (op: ReturnType<typeof createMaliciousProvider>) =>
      new SignJWT(createClaims(op))
        .setProtectedHeader({ alg: 'HS256', kid: 'k' })
        .sign(Buffer.from('a published secret'))
    expect(await signIn([{ kty: 'oct', k, kid: 'k' }], forge)).toEqual({ where: configuration, isIn: false })
  })

  test.each([512, 1024])('an RSA key of %i bits', async bits => {
    const weak = generateRsaKeys(bits)
    const forge = (op: ReturnType<typeof createMaliciousProvider>) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'RS256', kid: 'k' })}.${part(createClaims(op))}`
      return `${signed}.${sign('sha256', Buffer.from(signed), weak.privateKey).toString('base64url')}`
    }
    const key = await toJwk(weak.publicKey, { kid: 'k' })
    expect(await signIn([key], forge)).toEqual({ where: configuration, isIn: false })
  })

  test.each(['AQ', 'AR', 'AQ==', 'AAE', 'AAAB'])('an RSA key with the exponent 1, written as %s', async e => {
    const forge = (op: ReturnType<typeof createMaliciousProvider>) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'RS256', kid: 'k' })}.${part(createClaims(op))}`
      return `${signed}.${padHash(signed).toString('base64url')}`
    }
    const key = await toJwk(first.publicKey, { kid: 'k', e })
    expect(await signIn([key], forge)).toEqual({ where: configuration, isIn: false })
  })

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['an object instead of an array', {}],
    ['values that are not objects', [null, 'x', 1]],
    ['keys without members', [{}, { kty: 'RSA' }, { kty: 'RSA', n: '', e: '' }]],
  ])('%s', async (_, keys) => {
    const answer = await signIn(keys as JWK[], signWith(first.privateKey))
    expect(answer).toEqual({ where: configuration, isIn: false })
  })
})
