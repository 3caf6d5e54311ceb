import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePasswords } from '../../src/plugins/passwords/rules/is-common-password.js'
import { encodePasswords, renderCommonPasswords, selectPasswords } from '../passwords/common-passwords.js'
import { projectRoot } from '../shared/gate.js'

const file = join(projectRoot, 'src/plugins/passwords/rules/common-passwords.ts')

test('the list is what the tool generates, with its license', async () => {
  const text = readFileSync(file, 'utf8')
  expect(text).toBe(await renderCommonPasswords())
  expect(text).toContain('@license MIT')
  expect(text).toMatch(/Copyright \(c\)/)
})

test('the list has less than 200 kB', () => {
  expect(readFileSync(file).length).toBeLessThan(200_000)
})

test('passwords in lower case of 8 or more characters are selected once, in order', () => {
  expect(selectPasswords(['Password', 'password', 'short', 'baseball', '🔑🔑🔑🔑'])).toEqual([
    'baseball',
    'password',
  ])
})

test('what is encoded is decoded', () => {
  const passwords = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', '1', '!', "'", '\\', 'é'), maxLength: 40 }),
  )
  fc.assert(
    fc.property(passwords, passwords => {
      const selected = selectPasswords(passwords)
      expect(decodePasswords(encodePasswords(selected))).toEqual(selected)
    }),
  )
})
