import { describe, expect, test } from 'vitest'
import { checkLayers } from '../check-layers.js'
import { createFixture } from './fixture.js'

const findFaults = files => checkLayers(createFixture(files))

describe('the layers', () => {
  test('a valid tree has no fault', () => {
    expect(findFaults()).toEqual([])
  })

  test('an import that points up is a fault, at its line', () => {
    const files = { 'src/crypto/seal.ts': "\nimport { Auth } from '../core/auth.js'\n" }
    expect(findFaults(files)).toEqual([
      'src/crypto/seal.ts:2 imports src/core/auth.ts: crypto (layer 1) must not import core (layer 8).',
    ])
  })

  test('an import of another folder on the same layer is a fault', () => {
    const files = { 'src/http/cookie-jar.ts': "import { hash } from '../crypto/node.js'\n" }
    expect(findFaults(files)[0]).toContain('http (layer 1) must not import crypto (layer 1)')
  })

  test.each([
    ['a type import', "import type { User } from '../core/user.js'"],
    ['an inline type import', "export type User = import('../core/user.js').User"],
    ['a re-export', "export * from '../core/user.js'"],
    ['a dynamic import', "export const user = () => import('../core/user.js')"],
    ['a require call', "declare const require: (name: string) => unknown\nrequire('../core/user.js')"],
  ])('%s counts like any other', (_, text) => {
    const files = { 'src/core/user.ts': 'export interface User {}\n', 'src/http/cookie-jar.ts': text }
    expect(findFaults(files)[0]).toContain('http (layer 1) must not import core (layer 8)')
  })

  test('#crypto resolves to the crypto folder', () => {
    const files = { 'src/http/cookie-jar.ts': "import { hash } from '#crypto'\n" }
    expect(findFaults(files)[0]).toContain('http (layer 1) must not import crypto (layer 1)')
  })

  test('an import in a comment or a string is not a fault', () => {
    const files = {
      'src/http/cookie-jar.ts':
        "// import '../core/auth.js'\nexport const text = `import '../core/auth.js'`\n",
    }
    expect(findFaults(files)).toEqual([])
  })

  test('types may import errors, errors may not import anything', () => {
    expect(findFaults({ 'src/types/context.ts': "export type { AuthError } from '../errors.js'\n" })).toEqual(
      [],
    )
    expect(findFaults({ 'src/errors.ts': "export type { User } from './types/user.js'\n" })).toHaveLength(1)
  })

  test('only an entry point of the client may re-export the types of an entry point, and never code', () => {
    const passes = kind => `export ${kind} { Auth } from '../index.js'\n`
    expect(findFaults({ 'src/client/index.ts': passes('type') })).toEqual([])
    expect(findFaults({ 'src/client/action-client.ts': passes('type') })[0]).toContain(
      'client (standalone) must not import entry',
    )
    expect(findFaults({ 'src/client/index.ts': passes('') })[0]).toContain(
      'client (standalone) must not import entry',
    )
  })

  test('only the React client may import React', () => {
    const text = "import { useState } from 'react'\nexport const state = useState\n"
    expect(findFaults({ 'src/client/react/state.ts': text })).toEqual([])
    expect(findFaults({ 'src/client/state.ts': text })[0]).toContain('only src/client/react/ may import it')
  })

  test('an entry point that contains code or re-exports code of another entry point is a fault', () => {
    expect(findFaults({ 'src/jwt.ts': 'export const answer = 42\n' })[0]).toContain(
      'an entry point contains only re-exports',
    )
    expect(findFaults({ 'src/jwt.ts': "export { Auth } from './index.js'\n" })[0]).toContain(
      'must not import entry',
    )
  })

  test('only an entry point may re-export the types of another entry point', () => {
    expect(findFaults({ 'src/jwt.ts': "export type { User } from './types.js'\n" })).toEqual([])
    expect(findFaults({ 'src/core/user.ts': "export type { User } from '../types.js'\n" })).toHaveLength(1)
  })

  test('a folder without a layer is a fault', () => {
    expect(findFaults({ 'src/attic/box.ts': 'export {}\n' })).toEqual([
      'src/attic/box.ts is in attic/, which is not a layer of tools/check-layers.js.',
    ])
  })

  test('the client may import only types and errors', () => {
    expect(findFaults({ 'src/client/session.ts': "export type { User } from '../types/user.js'\n" })).toEqual(
      [],
    )
    expect(
      findFaults({ 'src/client/session.ts': "export { hash } from '../crypto/node.js'\n" }),
    ).toHaveLength(1)
  })

  test.each([
    ['crypto', 1],
    ['http', 1],
    ['sessions', 1],
    ['core', 1],
  ])('a plugin that imports %s has %i faults', (layer, count) => {
    const files = {
      [`src/${layer}/part.ts`]: 'export const part = 1\n',
      'src/plugins/terms/page.ts': `export * from '../../${layer}/part.js'\n`,
    }
    expect(findFaults(files)).toHaveLength(count)
  })

  test('testing may import everything, and nothing may import it', () => {
    const testing = { 'src/testing/suite.ts': "export { Auth } from '../core/auth.js'\n" }
    expect(findFaults(testing)).toEqual([])
    expect(
      findFaults({ ...testing, 'src/integrations/next.ts': "export * from '../testing/suite.js'\n" }),
    ).toHaveLength(1)
  })

  test.each([
    ['a peer', 'kysely', 'src/adapters/memory.ts', 'src/adapters/sql/index.ts'],
    ['a path inside a peer', 'kysely/helpers', 'src/adapters/memory.ts', 'src/adapters/sql.ts'],
    ['the protocol library', 'oauth4webapi', 'src/core/handle.ts', 'src/flows/oauth/finish.ts'],
    ['a module of Node', 'node:fs', 'src/core/handle.ts', 'src/integrations/node.ts'],
    ['a module of Node without the prefix', 'fs', 'src/core/handle.ts', 'src/integrations/node.ts'],
  ])('%s is allowed only in its location', (_, name, wrong, right) => {
    expect(findFaults({ [wrong]: `import '${name}'\n` })[0]).toContain(`${wrong}:1 imports ${name}: only `)
    expect(findFaults({ [right]: `import '${name}'\n` })).toEqual([])
  })

  test('a package without a location and the package itself are faults', () => {
    expect(findFaults({ 'src/core/handle.ts': "import 'left-pad'\n" })[0]).toContain(
      'add its location to tools/check-layers.js',
    )
    expect(findFaults({ 'src/core/handle.ts': "import 'latchkey/jwt'\n" })[0]).toContain(
      'import the file by its relative path',
    )
  })

  test('an import of a missing file is a fault', () => {
    expect(findFaults({ 'src/core/handle.ts': "import './route.js'\n" })[0]).toContain('not a file of src')
  })

  test('an import cycle is one fault, type imports included', () => {
    const files = {
      'src/core/a.ts': "import './b.js'\n",
      'src/core/b.ts': "import type {} from './c.js'\n",
      'src/core/c.ts': "import './a.js'\n",
    }
    expect(findFaults(files)).toEqual([
      'Import cycle: src/core/a.ts -> src/core/b.ts -> src/core/c.ts -> src/core/a.ts',
    ])
  })
})
