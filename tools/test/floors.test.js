import { describe, expect, test } from 'vitest'
import { checkFloors } from '../check-floors.js'
import { plant } from './plant.js'

const faultsOf = files => checkFloors(plant(files))

describe('the floors', () => {
  test('a sound tree has no fault', () => {
    expect(faultsOf()).toEqual([])
  })

  test('an import that points up is a fault, at its line', () => {
    const files = { 'src/crypto/seal.ts': "\nimport { Auth } from '../core/auth.js'\n" }
    expect(faultsOf(files)).toEqual([
      'src/crypto/seal.ts:2 imports src/core/auth.ts: crypto (floor 1) may not reach core (floor 6).',
    ])
  })

  test('an import of a neighbour on the same floor is a fault', () => {
    const files = { 'src/http/jar.ts': "import { hash } from '../crypto/node.js'\n" }
    expect(faultsOf(files)[0]).toContain('http (floor 1) may not reach crypto (floor 1)')
  })

  test.each([
    ['a type import', "import type { User } from '../core/user.js'"],
    ['a type in place', "export type User = import('../core/user.js').User"],
    ['a re-export', "export * from '../core/user.js'"],
    ['a dynamic import', "export const user = () => import('../core/user.js')"],
    ['a required file', "declare const require: (name: string) => unknown\nrequire('../core/user.js')"],
  ])('%s counts like any other', (_, text) => {
    const files = { 'src/core/user.ts': 'export interface User {}\n', 'src/http/jar.ts': text }
    expect(faultsOf(files)[0]).toContain('http (floor 1) may not reach core (floor 6)')
  })

  test('#crypto stands for the crypto folder', () => {
    const files = { 'src/http/jar.ts': "import { hash } from '#crypto'\n" }
    expect(faultsOf(files)[0]).toContain('http (floor 1) may not reach crypto (floor 1)')
  })

  test('an import in a comment or a string is none', () => {
    const files = {
      'src/http/jar.ts': "// import '../core/auth.js'\nexport const text = `import '../core/auth.js'`\n",
    }
    expect(faultsOf(files)).toEqual([])
  })

  test('types may import errors, errors may import nothing', () => {
    expect(faultsOf({ 'src/types/context.ts': "export type { AuthError } from '../errors.js'\n" })).toEqual(
      [],
    )
    expect(faultsOf({ 'src/errors.ts': "export type { User } from './types/user.js'\n" })).toHaveLength(1)
  })

  test('an entry of the client may pass on the types of a door; its other files may not, and no code', () => {
    const passes = kind => `export ${kind} { Auth } from '../index.js'\n`
    expect(faultsOf({ 'src/client/index.ts': passes('type') })).toEqual([])
    expect(faultsOf({ 'src/client/wire.ts': passes('type') })[0]).toContain(
      'client (annex) may not reach door',
    )
    expect(faultsOf({ 'src/client/index.ts': passes('') })[0]).toContain('client (annex) may not reach door')
  })

  test('React is named by the React client alone', () => {
    const text = "import { useState } from 'react'\nexport const state = useState\n"
    expect(faultsOf({ 'src/client/react/state.ts': text })).toEqual([])
    expect(faultsOf({ 'src/client/state.ts': text })[0]).toContain('only src/client/react/ may')
  })

  test('a door that holds code or leads to another door is a fault', () => {
    expect(faultsOf({ 'src/jwt.ts': 'export const answer = 42\n' })[0]).toContain(
      'a door holds nothing but re-exports',
    )
    expect(faultsOf({ 'src/jwt.ts': "export { Auth } from './index.js'\n" })[0]).toContain(
      'may not reach door',
    )
  })

  test('a door may pass on the types of another door, from the outside only', () => {
    expect(faultsOf({ 'src/jwt.ts': "export type { User } from './types.js'\n" })).toEqual([])
    expect(faultsOf({ 'src/core/user.ts': "export type { User } from '../types.js'\n" })).toHaveLength(1)
  })

  test('a folder that has no floor is a fault', () => {
    expect(faultsOf({ 'src/attic/box.ts': 'export {}\n' })).toEqual([
      'src/attic/box.ts lies in attic/, which has no floor.',
    ])
  })

  test('the client knows types and errors only', () => {
    expect(faultsOf({ 'src/client/session.ts': "export type { User } from '../types/user.js'\n" })).toEqual(
      [],
    )
    expect(faultsOf({ 'src/client/session.ts': "export { hash } from '../crypto/node.js'\n" })).toHaveLength(
      1,
    )
  })

  test('testing may look everywhere and is looked at by nobody', () => {
    const testing = { 'src/testing/suite.ts': "export { Auth } from '../core/auth.js'\n" }
    expect(faultsOf(testing)).toEqual([])
    expect(
      faultsOf({ ...testing, 'src/integrations/next.ts': "export * from '../testing/suite.js'\n" }),
    ).toHaveLength(1)
  })

  test.each([
    ['a peer', 'kysely', 'src/adapters/memory.ts', 'src/adapters/sql/index.ts'],
    ['a path inside a peer', 'kysely/helpers', 'src/adapters/memory.ts', 'src/adapters/sql.ts'],
    ['the protocol library', 'oauth4webapi', 'src/core/handle.ts', 'src/flows/oauth/finish.ts'],
    ['a module of Node', 'node:fs', 'src/core/handle.ts', 'src/integrations/node.ts'],
    ['a module of Node by its old name', 'fs', 'src/core/handle.ts', 'src/integrations/node.ts'],
  ])('%s is named only in its place', (_, name, wrong, right) => {
    expect(faultsOf({ [wrong]: `import '${name}'\n` })[0]).toContain(`${wrong}:1 imports ${name}: only `)
    expect(faultsOf({ [right]: `import '${name}'\n` })).toEqual([])
  })

  test('a package that no place is known for is a fault, and so is the package itself', () => {
    expect(faultsOf({ 'src/core/handle.ts': "import 'left-pad'\n" })[0]).toContain('knows no place for it')
    expect(faultsOf({ 'src/core/handle.ts': "import 'latchkey/jwt'\n" })[0]).toContain('imported by its path')
  })

  test('an import of a file that is not there is a fault', () => {
    expect(faultsOf({ 'src/core/handle.ts': "import './route.js'\n" })[0]).toContain('not a file of src')
  })

  test('a ring of files is one fault, types included', () => {
    const files = {
      'src/core/a.ts': "import './b.js'\n",
      'src/core/b.ts': "import type {} from './c.js'\n",
      'src/core/c.ts': "import './a.js'\n",
    }
    expect(faultsOf(files)).toEqual([
      'Import cycle: src/core/a.ts -> src/core/b.ts -> src/core/c.ts -> src/core/a.ts',
    ])
  })
})
