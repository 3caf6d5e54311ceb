import { pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { findCodeHash } from '../../../../src/plugin-kit/codes.js'
import { createRecoveryCodes } from '../../../../src/plugins/two-factor/recovery-codes.js'

test('a set has ten different codes of 13 Crockford characters, in groups', async () => {
  const { codes } = await createRecoveryCodes()
  expect(codes).toHaveLength(10)
  for (const code of codes)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}$/)
  const others = await createRecoveryCodes()
  expect(new Set([...codes, ...others.codes]).size).toBe(20)
})

test('all 65 bits of a code are random', async () => {
  const sets = await Promise.all(Array.from({ length: 20 }, () => createRecoveryCodes()))
  const codes = sets.flatMap(set => set.codes.map(code => code.replaceAll('-', '')))
  for (let position = 0; position < 13; position++) {
    const seen = new Set(codes.map(code => code.charAt(position)))
    // Of 200 draws from 32 characters, fewer than 24 different ones have a probability below 10^-15.
    expect(seen.size, `position ${position}`).toBeGreaterThanOrEqual(24)
  }
})

test('a hash has a salt of its own, and is the PBKDF2 of the code', async () => {
  const { codes, hashes } = await createRecoveryCodes()
  const salts = hashes.map((hash, index) => {
    const [, scheme, cost, salt = '', digest] = hash.split('$')
    expect([scheme, cost]).toEqual(['pbkdf2-sha256', 'i=4096'])
    const code = (codes[index] ?? '').replaceAll('-', '')
    const expected = pbkdf2Sync(code, Buffer.from(salt, 'base64url'), 4096, 32, 'sha256')
    expect(digest).toBe(expected.toString('base64url'))
    expect(Buffer.from(salt, 'base64url')).toHaveLength(16)
    return salt
  })
  expect(new Set(salts).size).toBe(10)
})

test('each code of a set is found, and no code of another set', async () => {
  const { codes, hashes } = await createRecoveryCodes()
  for (const [index, code] of codes.entries()) expect(await findCodeHash(code, hashes)).toBe(index)
  const others = await createRecoveryCodes()
  for (const code of others.codes) expect(await findCodeHash(code, hashes)).toBeNull()
})

test('a code is found in lower case, without hyphens, with blanks, and with letters that look like digits', async () => {
  const { hashes } = await createFixedCode('0110ABCDEFGHJ')
  for (const typed of ['0110-abcde-fghj', '0110ABCDEFGHJ', ' oiLO abcde\tfghj ', 'OlIo-ABCDE-FGHJ'])
    expect(await findCodeHash(typed, hashes), typed).toBe(0)
  for (const typed of ['0110-ABCDE-FGH', '0110-ABCDE-FGHJ0', '0110-ABCDE-FGHU', '0110_ABCDE_FGHJ', ''])
    expect(await findCodeHash(typed, hashes), typed).toBeNull()
})

test('a text that is not a code matches nothing, not even a hash of zeros', async () => {
  const { hashes } = await createFixedCode('0000000000000')
  for (const typed of ['', '-', 'nonsense!']) expect(await findCodeHash(typed, hashes)).toBeNull()
})

test('a used code can be removed from the set, and the others are still found', async () => {
  const { codes, hashes } = await createRecoveryCodes()
  const rest = hashes.toSpliced(3, 1)
  expect(await findCodeHash(codes[3] ?? '', rest)).toBeNull()
  expect(await findCodeHash(codes[4] ?? '', rest)).toBe(3)
  expect(await findCodeHash(codes[4] ?? '', [])).toBeNull()
})

test('a malformed hash, or one that would take minutes, matches nothing', async () => {
  const { codes, hashes } = await createRecoveryCodes()
  const [code = ''] = codes
  const [hash = ''] = hashes
  const malformed = [
    '',
    'plain',
    hash.slice(1),
    `${hash}$`,
    hash.replace('4096', '0'),
    hash.replace('4096', '9999999'),
    hash.replace('sha256', 'sha1'),
    hash.replace(/\$[\w-]+$/, '$'),
  ]
  expect(await findCodeHash(code, malformed)).toBeNull()
  expect(await findCodeHash(code, [...malformed, hash])).toBe(malformed.length)
})

/** Creates a set with one code, hashed by another implementation and with another cost. */
async function createFixedCode(code: string) {
  const salt = Buffer.from('a salt of 16 b.')
  const digest = pbkdf2Sync(code, salt, 1000, 32, 'sha256').toString('base64url')
  return { hashes: [`$pbkdf2-sha256$i=1000$${salt.toString('base64url')}$${digest}`] }
}
