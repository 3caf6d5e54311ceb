import fc from 'fast-check'
import { scrypt as computeScrypt } from 'hash-wasm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AuthError, InvalidConfig } from '../../../../src/errors.js'
import type { PasswordHashingOptions } from '../../../../src/plugins/passwords/hashing/hashing-options.js'
import { createPasswordHasher } from '../../../../src/plugins/passwords/hashing/password-hasher.js'
import { hasAllCases } from '../../../support/fire.js'
import { failOnReport } from './hash-reports.js'

const nodeCrypto = process.getBuiltinModule('node:crypto')
const password = 'correct horse battery staple'
const scrypt = { name: 'scrypt' } as const
/** The cheapest that is allowed, for tests that hash often. */
const cheap: PasswordHashingOptions = { algorithm: { name: 'pbkdf2-sha512' } }
const hasher = createPasswordHasher({ algorithm: scrypt })

afterEach(() => vi.restoreAllMocks())

describe('a new hash', () => {
  test('is a PHC string, with a salt of 16 bytes and a key of 32', async () => {
    const stored = await hasher.hash(password)
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hasher.verify(password, stored, failOnReport)).toBe(true)
    expect(await hasher.verify(`${password} `, stored, failOnReport)).toBe(false)
    expect(hasher.needsRehash(stored)).toBe(false)
    expect(await hasher.hash(password)).not.toBe(stored)
  })

  test('is what another implementation of scrypt computes from the NFC form', async () => {
    const text = 'Zoë’s café'
    const [, , , salt = '', key = ''] = (await hasher.hash(text.normalize('NFD'))).split('$')
    const options = { costFactor: 2 ** 15, blockSize: 8, parallelism: 3, hashLength: 32 }
    const expected = await computeScrypt({
      ...options,
      password: text.normalize('NFC'),
      salt: Buffer.from(salt, 'base64'),
      outputType: 'binary',
    })
    expect(Buffer.from(key, 'base64')).toEqual(Buffer.from(expected))
  })

  test('is computed by PBKDF2 on request', async () => {
    const pbkdf2 = createPasswordHasher(cheap)
    const stored = await pbkdf2.hash(password)
    expect(stored).toMatch(/^\$pbkdf2-sha512\$i=220000\$[^$]{22}\$[^$]{43}$/)
    expect(await pbkdf2.verify(password, stored, failOnReport)).toBe(true)
    expect(pbkdf2.needsRehash(stored)).toBe(false)
  })

  test.each([
    ['text', 5],
    ['text', null],
    ['text', undefined],
    ['long', 'x'.repeat(1025)],
    ['a megabyte', 'x'.repeat(2 ** 20)],
  ])('of what is not %s is refused', async (_, value) => {
    await expect(Reflect.apply(hasher.hash, hasher, [value])).rejects.toThrow(AuthError)
  })
})

test('a password signs in alike in any Unicode form, and only the same characters do', async () => {
  const pbkdf2 = createPasswordHasher(cheap)
  const text = fc.string({
    unit: fc.constantFrom('é', 'ñ', 'Å', 'ﬁ', 'ö', '가', 'x', '🔑', ' '),
    minLength: 1,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(text, text, async (one, other) => {
      const stored = await pbkdf2.hash(one)
      for (const form of ['NFC', 'NFD'] as const)
        expect(await pbkdf2.verify(one.normalize(form), stored, failOnReport)).toBe(true)
      const isSame = one.normalize('NFC') === other.normalize('NFC')
      expect(await pbkdf2.verify(other, stored, failOnReport)).toBe(isSame)
    }),
    { numRuns: hasAllCases ? 6 : 3 },
  )
})

describe('the cost of a verification', () => {
  /** Returns how many hashes a call computes. */
  async function countHashes(call: () => Promise<unknown>): Promise<number> {
    const spy = vi.spyOn(nodeCrypto, 'pbkdf2')
    await call()
    const { length } = spy.mock.calls
    spy.mockRestore()
    return length
  }

  const pbkdf2 = createPasswordHasher(cheap)
  const inputs: unknown[] = [
    password,
    '',
    'Zoë',
    'x'.repeat(1025),
    'x'.repeat(2 ** 20),
    5,
    null,
    undefined,
    {},
  ]

  test.each(inputs.map(input => [describeInput(input), input] as const))(
    'is the same for a known user, an unknown one and a malformed hash: %s',
    async (_, input) => {
      const stored = await pbkdf2.hash('another')
      const known = await countHashes(() => pbkdf2.verify(input, stored, failOnReport))
      expect(known).toBeGreaterThan(0)
      expect(await countHashes(() => pbkdf2.verifyDummy(input))).toBe(known)
      expect(await countHashes(() => pbkdf2.verify(input, 'malformed', () => {}))).toBe(known)
    },
  )

  test('no hash gets more than 1,024 code points', async () => {
    const spy = vi.spyOn(nodeCrypto, 'pbkdf2')
    const longest = '🔑'.repeat(1024)
    const stored = await pbkdf2.hash(longest)
    expect(await pbkdf2.verify(longest, stored, failOnReport)).toBe(true)
    expect(await pbkdf2.verify(`${longest}x`, stored, failOnReport)).toBe(false)
    for (const [message] of spy.mock.calls)
      expect(Buffer.byteLength(Buffer.from(message as Uint8Array))).toBeLessThanOrEqual(4096)
  })

  test('a dummy never matches', async () => {
    for (const input of inputs) expect(await pbkdf2.verifyDummy(input)).toBe(false)
  })
})

function describeInput(input: unknown): string {
  return typeof input === 'string' && input.length > 20
    ? `${input.length} characters`
    : (JSON.stringify(input) ?? 'undefined')
}

describe('a pepper', () => {
  const first = { id: 'k1', key: 'the first key, of more than 32 characters' }
  const second = { id: 'k2', key: new Uint8Array(32).fill(7) }
  const before = createPasswordHasher(cheap)
  const withFirst = createPasswordHasher({ ...cheap, pepper: [first] })
  const withBoth = createPasswordHasher({ ...cheap, pepper: [second, first] })
  const withSecond = createPasswordHasher({ ...cheap, pepper: [second] })

  test('is an HMAC over the hash, whose key id is in the string', async () => {
    const stored = await withFirst.hash(password)
    const [, , cost = '', salt = '', key = ''] = stored.split('$')
    expect(cost).toBe('i=220000,keyid=k1')
    const derived = nodeCrypto.pbkdf2Sync(password, Buffer.from(salt, 'base64'), 220_000, 32, 'sha512')
    const expected = nodeCrypto.createHmac('sha256', first.key).update(derived).digest()
    expect(Buffer.from(key, 'base64')).toEqual(expected)
    expect(await withFirst.verify(password, stored, failOnReport)).toBe(true)
    expect(await withFirst.verify('another', stored, failOnReport)).toBe(false)
    expect(withFirst.needsRehash(stored)).toBe(false)
  })

  test('of an older key verifies and causes a rehash, as no pepper does', async () => {
    const [plain, old] = [await before.hash(password), await withFirst.hash(password)]
    for (const stored of [plain, old]) {
      expect(await withBoth.verify(password, stored, failOnReport)).toBe(true)
      expect(withBoth.needsRehash(stored)).toBe(true)
    }
    expect(withBoth.needsRehash(await withBoth.hash(password))).toBe(false)
  })

  test('that was removed is named to the operator', async () => {
    const stored = await withFirst.hash(password)
    for (const without of [before, withSecond]) {
      const messages: string[] = []
      expect(await without.verify(password, stored, ({ message }) => messages.push(message))).toBe(false)
      expect(messages).toEqual([expect.stringContaining('"k1"')])
      expect(without.needsRehash(stored)).toBe(true)
    }
  })

  test('with the id of another key does not verify', async () => {
    const stored = await withBoth.hash(password)
    expect(await withBoth.verify(password, stored.replace('keyid=k2', 'keyid=k1'), failOnReport)).toBe(false)
  })
})

test('a hash of another cost is replaced, a weaker one as well as a stronger one', async () => {
  const stored = await hasher.hash(password)
  expect(createPasswordHasher({ algorithm: { name: 'scrypt', p: 4 } }).needsRehash(stored)).toBe(true)
  expect(createPasswordHasher({ algorithm: { name: 'scrypt', ln: 14, p: 5 } }).needsRehash(stored)).toBe(true)
  expect(createPasswordHasher(cheap).needsRehash(stored)).toBe(true)
})

test('hashes of the app are made, verified, and replaced when the app says so', async () => {
  const calls: string[] = []
  const own = createPasswordHasher({
    custom: {
      hash: text => `own ${text}`,
      verify: (text, stored) => {
        calls.push(text)
        return stored === `own ${text}`
      },
      needsRehash: stored => stored.startsWith('old'),
    },
  })
  expect(await own.hash('Zoe\u0308')).toBe('own Zo\u00eb')
  expect(await own.verify(password, `own ${password}`, failOnReport)).toBe(true)
  expect(own.needsRehash('old')).toBe(true)
  expect(own.needsRehash('own')).toBe(false)
  calls.length = 0
  expect(await own.verifyDummy(password)).toBe(false)
  expect(calls).toEqual([password])
})

describe('an option', () => {
  const key = 'x'.repeat(32)
  const verify = () => true
  const invalid: [unknown, RegExp][] = [
    [{ algorithm: { name: 'scrypt', ln: 14 } }, /`ln=14,r=8,p=3`.*too weak.*`ln=15,r=8,p=3`/],
    [{ algorithm: { name: 'scrypt', p: 2 } }, /`ln=15,r=8,p=2`.*too weak/],
    [{ algorithm: { name: 'scrypt', r: 4 } }, /too weak/],
    [{ algorithm: { name: 'scrypt', ln: 20 } }, /too expensive/],
    [{ algorithm: { name: 'scrypt', N: 5 } }, /`N`/],
    [{ algorithm: { name: 'scrypt', ln: 15.5 } }, /`ln: 15.5`/],
    [{ algorithm: { name: 'scrypt', ln: undefined } }, /`ln: undefined`/],
    [{ algorithm: { name: 'argon2id', m: 19_455 } }, /`m=19455,t=2,p=1`.*too weak.*`m=19456,t=2,p=1`/],
    [{ algorithm: { name: 'argon2id', t: 1 } }, /too weak.*`m=47104,t=1,p=1`/],
    [{ algorithm: { name: 'argon2id', m: 4096, t: 99 } }, /too weak/],
    [{ algorithm: { name: 'argon2id', m: 1_000_000 } }, /too expensive/],
    [{ algorithm: { name: 'argon2i' } }, /"argon2i".*"argon2id", "scrypt"/],
    [{ algorithm: { name: 'bcrypt' } }, /"bcrypt"/],
    [{ algorithm: { name: 'toString' } }, /"toString"/],
    [{ algorithm: {} }, /`name: undefined`/],
    [{ algorithm: 'scrypt' }, /`algorithm: "scrypt"`/],
    [{ algorithm: { name: 'pbkdf2-sha256', i: 599_999 } }, /`i=599999`.*too weak.*`i: 600000`/],
    [{ algorithm: { name: 'pbkdf2-sha512', i: 219_999 } }, /`i: 220000`/],
    [{ algorithm: { name: 'pbkdf2-sha1', i: 9_999_999 } }, /"pbkdf2-sha1"/],
    [{ pepper: 'key' }, /`pepper` must be a list/],
    [{ pepper: ['key'] }, /`pepper` must be a list of objects/],
    [{ pepper: undefined }, /`pepper: undefined`/],
    [{ pepper: [{ id: 'k1', key: 'short' }] }, /`pepper\[0\]` needs .*32 bytes/],
    [{ pepper: [{ id: 'k1', key: 5 }] }, /`pepper\[0\]` needs .*32 bytes/],
    [{ pepper: [{ id: 'a$b', key }] }, /`pepper\[0\]` has no valid `id`/],
    [{ pepper: [{ id: '', key }] }, /no valid `id`/],
    [{ pepper: [{ id: 'k1', key, kid: 1 }] }, /`kid`/],
    [
      {
        pepper: [
          { id: 'k1', key },
          { id: 'k1', key },
        ],
      },
      /same `id`/,
    ],
    [{ custom: {} }, /`verify: undefined`/],
    [{ custom: { verify, hash: () => 'x' } }, /`custom.needsRehash`/],
    [{ custom: { verify, hash: 'x' } }, /`hash: "x"`/],
    [{ maxParallel: 0 }, /`maxParallel: 0`/],
    [{ maxParallel: undefined }, /`maxParallel: undefined`/],
    [{ maxWaiting: -1 }, /`maxWaiting: -1`/],
    [{ maxWating: 5 }, /Did you mean `maxWaiting`/],
    [null, /null/],
  ]

  test.each(invalid)('%j is rejected', (options, message) => {
    expect(() => Reflect.apply(createPasswordHasher, null, [options])).toThrow(message)
    expect(() => Reflect.apply(createPasswordHasher, null, [options])).toThrow(InvalidConfig)
  })

  test.each([
    { ln: 17, p: 1 },
    { ln: 16, p: 2 },
    { ln: 14, p: 5 },
    { ln: 14, r: 16, p: 3 },
  ])('of scrypt at the floor is allowed: %j', cost => {
    expect(() => createPasswordHasher({ algorithm: { name: 'scrypt', ...cost } })).not.toThrow()
  })

  test('never shows a pepper key', () => {
    const secret = 'a secret of 20 chars'
    for (const pepper of [
      secret,
      [secret],
      [{ id: 'k1', key: secret }],
      [{ id: secret.repeat(3), key: secret }],
    ])
      expect(() => Reflect.apply(createPasswordHasher, null, [{ pepper }])).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(secret) }),
      )
  })
})

describe('in a runtime without `node:crypto`', () => {
  function removeNodeCrypto() {
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => undefined)
  }

  test('PBKDF2 of Web Crypto computes 600,000 iterations', async () => {
    removeNodeCrypto()
    const web = createPasswordHasher()
    const stored = await web.hash(password)
    expect(stored).toMatch(/^\$pbkdf2-sha256\$i=600000\$/)
    expect(await web.verify(password, stored, failOnReport)).toBe(true)
    vi.restoreAllMocks()
    expect(await hasher.verify(password, stored, failOnReport)).toBe(true)
  })

  test('that computes fewer iterations, the error names the fix', async () => {
    removeNodeCrypto()
    const failure = new DOMException(
      'Pbkdf2 failed: iteration counts above 100000 are not supported.',
      'NotSupportedError',
    )
    vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(failure)
    await expect(createPasswordHasher().hash(password)).rejects.toThrow(/600000 iterations.*`nodejs_compat`/)
    await expect(createPasswordHasher().hash(password)).rejects.toThrow(InvalidConfig)
  })

  test('scrypt is an error that names the runtimes', async () => {
    const stored = await hasher.hash(password)
    removeNodeCrypto()
    expect(() => createPasswordHasher({ algorithm: scrypt })).toThrow(
      /scrypt.*does not have.*`nodejs_compat`/,
    )
    expect(await createPasswordHasher().inspect(stored)).toMatchObject({
      fault: expect.stringContaining('no scrypt'),
    })
  })
})

test.skipIf('argon2' in nodeCrypto)('Argon2 is an error that names the runtimes', () => {
  expect(() => createPasswordHasher({ algorithm: { name: 'argon2id' } })).toThrow(/Node 24\.7/)
})
