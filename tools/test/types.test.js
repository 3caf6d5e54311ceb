import { describe, expect, test } from 'vitest'
import { testInFire } from '../../test/support/fire.js'
import { checkTypes } from '../check-types.js'
import { createConfiguredFixture } from './fixture.js'

const findFaults = files => checkTypes(createConfiguredFixture(files))

/** Faults, each in a file of its own, so that one run of the compiler finds all. */
const planted = [
  ['a type error', 'export const x: string = 1\n', ':1 TS2322'],
  [
    'an index that may be undefined',
    'export const x: number = [1][0]\n',
    ":1 TS2322: Type 'number | undefined'",
  ],
  [
    'an option set to undefined',
    'interface Options {\n  a?: string\n}\nexport const x: Options = { a: undefined }\n',
    ":4 TS2375: Type '{ a: undefined; }' is not assignable to type 'Options' with 'exactOptionalPropertyTypes",
  ],
  ['a value that may be null', "export const x = 'a'.match(/a/).index\n", ':1 TS2531'],
  ['a parameter that is any implicitly', 'export const f = x => x\n', ':1 TS7006'],
  ['a branch that returns nothing', 'export function f(x: unknown) {\n  if (x) return 1\n}\n', ':1 TS7030'],
  ['an unused name', 'const x = 1\nexport {}\n', ':1 TS6133'],
  [
    'a type imported as a value',
    "import { User } from '../types/user.js'\nexport type X = User\n",
    ':1 TS1484',
  ],
  ['an import of a missing file', "export * from './gone.js'\n", ':1 TS2307'],
  ['a syntax error', 'export const = 1\n', ':1 TS1134'],
]

describe('the types', () => {
  test('a valid tree has no fault', () => {
    expect(findFaults()).toEqual([])
  })

  test('each planted fault is found, at its line', () => {
    const paths = planted.map((_, index) => `src/core/planted-${index}.ts`)
    const faults = findFaults(Object.fromEntries(planted.map(([, text], index) => [paths[index], text])))
    const isFound = fault => faults.some(text => text.startsWith(fault))
    const missed = planted.filter(([, , fault], index) => !isFound(paths[index] + fault))
    expect(missed.map(([name]) => name)).toEqual([])
  })

  test('the tests are checked, and may import the package by its name', () => {
    const files = { 'test/a.test.ts': "import { Auth } from 'latchkey'\n\nexport const x: string = Auth\n" }
    expect(findFaults(files)).toEqual([expect.stringContaining('test/a.test.ts:3 TS2322')])
  })

  test('tests of published adapters are checked if their packages are installed', () => {
    const trial = { 'test/published/sql/trial.ts': 'export const x: string = 1\n' }
    expect(findFaults(trial)).toEqual([])
    const packages = { 'test/published/sql/node_modules/x/index.ts': 'export const x: string = 1\n' }
    expect(findFaults({ ...trial, ...packages })).toEqual([
      expect.stringContaining('test/published/sql/trial.ts:1 TS2322'),
    ])
  })

  testInFire('a fault of tsconfig.json is reported too', () => {
    const broken = JSON.stringify({ compilerOptions: { strickt: true }, include: ['src'] })
    expect(findFaults({ 'tsconfig.json': broken })).toContainEqual(expect.stringContaining('strickt'))
    const empty = JSON.stringify({ include: ['nowhere'] })
    expect(findFaults({ 'tsconfig.json': empty })).toEqual([expect.stringContaining('tsconfig.json TS18003')])
  })
})
