import { readFileSync } from 'node:fs'
import { hashPassword as hashWithBetterAuth } from '@better-auth/utils/password'
import bcrypt from 'bcrypt'
import bcryptjs from 'bcryptjs'
import { argon2Verify, bcrypt as createBcrypt, createSHA256, createSHA512, pbkdf2, scrypt } from 'hash-wasm'
import { LegacyScrypt, Scrypt } from 'lucia'
import { describe, expect, test } from 'vitest'
import { createPasswordHasher } from '../../../../src/plugins/passwords/hashing/password-hasher.js'
import { failOnReport } from './hash-reports.js'

/** Hashes of passlib, Django, argon2-cffi and bcrypt. `create-hashes.py` writes them. */
const pythonHashes = readPythonHashes()
const hasher = createPasswordHasher()
const password = 'correct horse battery staple'
const accented = 'Zoë’s café 🔑 ﬁn'

function readPythonHashes() {
  const file = new URL('../../../fixtures/passwords/hashes.json', import.meta.url)
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list)) throw new Error('hashes.json is not a list.')
  return list.map((entry: unknown) => {
    const { package: source, name, password, hash } = Object(entry)
    return { source: String(source), name: String(name), password: String(password), hash: String(hash) }
  })
}

const isArgon2 = ({ hash }: { hash: string }) => hash.startsWith('$argon2')

test.each(pythonHashes.filter(entry => !isArgon2(entry)))(
  'the hash $name of $source verifies for the password $password, and for no other',
  async ({ password, hash }) => {
    expect(await hasher.verify(password, hash, failOnReport)).toBe(true)
    expect(await hasher.verify(`${password}.`, hash, failOnReport)).toBe(false)
    expect(hasher.needsRehash(hash)).toBe(true)
    expect(await hasher.inspect(hash)).toMatchObject({ fault: null, format: expect.any(String) })
  },
)

describe('Argon2', () => {
  const hashes = pythonHashes.filter(isArgon2)

  test.each(hashes)(
    '$name with $password verifies with another package in `custom`',
    async ({ password, hash }) => {
      const withPackage = createPasswordHasher({
        custom: { verify: (password, hash) => argon2Verify({ password, hash }) },
      })
      expect(await withPackage.verify(password, hash, failOnReport)).toBe(true)
      expect(await withPackage.verify(`${password}.`, hash, failOnReport)).toBe(false)
    },
  )

  test.runIf(!Reflect.has(process.getBuiltinModule('node:crypto'), 'argon2'))(
    'without it, the operator learns which runtime has Argon2, and the user has a wrong password',
    async () => {
      const reports: string[] = []
      const [{ password, hash } = { password: '', hash: '' }] = hashes
      expect(await hasher.verify(password, hash, ({ message }) => reports.push(message))).toBe(false)
      expect(reports).toEqual([expect.stringMatching(/format Argon2 .*Node 24\.7.*`custom\.verify`/)])
    },
  )
})

/** A salt for functions that take one. */
const salt = new TextEncoder().encode('a salt of a test')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')

async function createPbkdf2(
  form: (salt: string, hash: string) => string,
  text: string,
  digest: 256 | 512 = 256,
) {
  const options = {
    password: text,
    salt,
    iterations: 1000,
    hashLength: digest / 8,
    hashFunction: digest === 256 ? createSHA256() : createSHA512(),
    outputType: 'binary' as const,
  }
  return form(base64(salt), base64(await pbkdf2(options)))
}

/** Hashes with the packages that other systems use. */
const implementations: Record<string, (password: string) => Promise<string>> = {
  'bcryptjs $2b$': text => bcryptjs.hash(text, 4),
  'bcrypt $2b$': text => bcrypt.hash(text, 4),
  'bcrypt $2a$': async text => await bcrypt.hash(text, await bcrypt.genSalt(4, 'a')),
  'bcryptjs as $2y$ of PHP': async text => (await bcryptjs.hash(text, 4)).replace('$2b$', '$2y$'),
  'hash-wasm $2a$': text => createBcrypt({ password: text, salt, costFactor: 4, outputType: 'encoded' }),
  'Better Auth': hashWithBetterAuth,
  'Lucia 3': text => new Scrypt().hash(text),
  'Lucia 2 (s2:)': text => new LegacyScrypt().hash(text),
  'Lucia 1 (r = 8)': async text => {
    const saltText = 'w9bp3bd2n1fcuk5t'
    const options = {
      password: text.normalize('NFKC'),
      salt: saltText,
      costFactor: 16384,
      blockSize: 8,
      parallelism: 1,
      hashLength: 64,
    }
    return `${saltText}:${await scrypt({ ...options, outputType: 'hex' })}`
  },
  'scrypt PHC': async text => {
    const options = { password: text, salt, costFactor: 1024, blockSize: 8, parallelism: 1, hashLength: 32 }
    const key = await scrypt({ ...options, outputType: 'binary' })
    return `$scrypt$ln=10,r=8,p=1$${base64(salt)}$${base64(key)}`
  },
  'PBKDF2 PHC': text => createPbkdf2((salt, hash) => `$pbkdf2-sha256$i=1000$${salt}$${hash}`, text),
  'PBKDF2 PHC with a length': text =>
    createPbkdf2((salt, hash) => `$pbkdf2-sha512$i=1000,l=64$${salt}$${hash}`, text, 512),
}

describe.each(Object.entries(implementations))('%s', (_, createHash) => {
  test.each([password, accented, ' ', 'x'.repeat(71)])(
    'the password %j verifies, and no other does',
    async text => {
      const stored = await createHash(text)
      expect(await hasher.verify(text, stored, failOnReport)).toBe(true)
      expect(await hasher.verify(`?${text}`, stored, failOnReport)).toBe(false)
      expect(hasher.needsRehash(stored)).toBe(true)
    },
  )

  test('it does not matter in which Unicode form the password was hashed, or is typed', async () => {
    const forms = [accented.normalize('NFC'), accented.normalize('NFD')]
    for (const hashed of forms) {
      const stored = await createHash(hashed)
      for (const typed of forms) expect(await hasher.verify(typed, stored, failOnReport)).toBe(true)
    }
  })
})

test('a hash of Lucia is verified as LegacyScrypt of Lucia does', async () => {
  const stored = await implementations['Lucia 1 (r = 8)']?.(password)
  expect(await new LegacyScrypt().verify(stored ?? '', password)).toBe(true)
})

test('bcrypt reads 72 bytes, as it did where the hash comes from', async () => {
  const stored = await bcryptjs.hash('x'.repeat(80), 4)
  expect(await hasher.verify('x'.repeat(80), stored, failOnReport)).toBe(true)
  expect(await hasher.verify('x'.repeat(71), stored, failOnReport)).toBe(false)
})

test('a hash that no format knows is verified by the app, with what the user typed', async () => {
  const calls: string[] = []
  const withOwn = createPasswordHasher({
    custom: {
      verify: (text, stored) => {
        calls.push(stored)
        return stored === `plain ${text}`
      },
    },
  })
  expect(await withOwn.verify(password, `plain ${password}`, failOnReport)).toBe(true)
  expect(await withOwn.verify('another', `plain ${password}`, failOnReport)).toBe(false)
  expect(withOwn.needsRehash(`plain ${password}`)).toBe(true)
  const known = await hashWithBetterAuth(password)
  expect(await withOwn.verify(password, known, failOnReport)).toBe(true)
  expect(calls).toHaveLength(2)
  expect(await withOwn.inspect('plain x')).toEqual({ format: null, cost: null, fault: null })
})

test('an error of the app is reported with its cause, and counts as a wrong password', async () => {
  const failure = new Error('The version is not supported.')
  const failing = createPasswordHasher({ custom: { verify: () => Promise.reject(failure) } })
  const reports: unknown[] = []
  expect(await failing.verify(password, 'own$1', error => reports.push(error.cause?.err))).toBe(false)
  expect(reports).toEqual([failure])
})

test('the fixture has hashes of each package', () => {
  expect(new Set(pythonHashes.map(({ source }) => source))).toEqual(
    new Set(['passlib', 'Django', 'bcrypt', 'argon2-cffi']),
  )
})
