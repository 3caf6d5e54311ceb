import { describe, expect, test } from 'vitest'
import { checkNames } from '../check-names.js'
import { createFixture } from './fixture.js'

const listFaults = text => checkNames(createFixture({ 'src/core/planted.ts': `${text}\n` }))

describe('names', () => {
  test('a valid tree has no fault', () => {
    expect(listFaults('export function readSession() {}\nexport const toUrl = () => readSession()')).toEqual(
      [],
    )
  })

  test.each([
    ['an exported function', 'export function secret() {}', 'secret'],
    ['a top-level function', 'function secret() {}\nexport const readSecret = () => secret()', 'secret'],
    ['an arrow function', "export const secret = () => 'x'", 'secret'],
    ['a name whose first letters are a verb', 'export function setting() {}', 'setting'],
  ])('%s without a verb is a fault', (_, text, name) => {
    expect(listFaults(text)).toEqual([
      expect.stringContaining(`${name} does not begin with a verb of tools/names/verbs.js`),
    ])
  })

  test.each(['secretOf', 'getSecretOf', 'languageIn'])('%s ends in a preposition, nested or not', name => {
    const fault = expect.stringContaining(`${name} ends in a preposition`)
    expect(listFaults(`export function ${name}() {}`)).toEqual([fault])
    expect(listFaults(`export function read() {\n  const ${name} = () => 1\n  return ${name}()\n}`)).toEqual([
      fault,
    ])
  })

  test.each(['signIn', 'isSignedIn', 'useSession', 'GitHub', 'unstable_update'])(
    '%s is not a fault',
    name => {
      expect(listFaults(`export function ${name}() {}`)).toEqual([])
    },
  )

  test('a nested function, a method and a constant may be nouns', () => {
    const text =
      'export function read() {\n  const entry = () => 1\n  return { entry, value() {} }\n}\nexport const limit = 1'
    expect(listFaults(text)).toEqual([])
  })

  test('a banned word is a fault in a name, a comment and a text', () => {
    expect(listFaults("/** Reads the errand. */\nexport const readX = () => 'a stranger'")).toEqual([
      'src/core/planted.ts:1 says "errand": write request or action.',
      'src/core/planted.ts:2 says "stranger": write visitor or another user.',
    ])
  })
})
