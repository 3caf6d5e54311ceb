import { describe, expect, test } from 'vitest'
import { testInFire } from '../../test/support/fire.js'
import { checkUnused } from '../check-unused.js'
import { createConfiguredFixture, createManifestWith } from './fixture.js'

/** Returns the manifest of the fixture without its unused peer. */
function createUsedManifest(changes = {}) {
  const { peerDependencies, ...rest } = JSON.parse(createManifestWith({}))
  return JSON.stringify({ ...rest, ...changes })
}

const findFaults = files =>
  checkUnused(
    createConfiguredFixture({ 'package.json': createUsedManifest(), 'src/crypto/node.ts': null, ...files }),
  )

describe('what is unused', () => {
  test('a valid tree has no fault', async () => {
    expect(await findFaults()).toEqual([])
  })

  test('an unused export is a fault, a value or a type', async () => {
    const text = 'export const Auth = 1\nexport const lost = 2\nexport type Lost = 3\n'
    expect(await findFaults({ 'src/core/auth.ts': text })).toEqual([
      'src/core/auth.ts:2 Unused export: lost',
      'src/core/auth.ts:3 Unused exported type: Lost',
    ])
  })

  testInFire('an unused file is a fault', async () => {
    expect(await findFaults({ 'src/core/attic.ts': 'export {}\n' })).toEqual([
      'src/core/attic.ts Unused file: src/core/attic.ts',
    ])
  })

  test('an export that only a test uses is not a fault', async () => {
    const files = {
      'src/core/auth.ts': 'export const Auth = 1\nexport const inner = 2\n',
      'test/unit/inner.test.ts': "import { inner } from '../../src/core/auth.js'\n\nvoid inner\n",
    }
    expect(await findFaults(files)).toEqual([])
  })

  test.each(['dependencies', 'devDependencies'])('an unused package in %s is a fault', async kind => {
    const files = { 'package.json': createUsedManifest({ [kind]: { kysely: '*' } }) }
    expect(await findFaults(files)).toEqual([
      expect.stringMatching(/^package\.json(:\d+)? Unused (devD|d)ependency: kysely$/),
    ])
  })

  testInFire('an imported package that is not listed is a fault, even if it is installed', async () => {
    expect(await findFaults({ 'src/core/auth.ts': "export { SignJWT as Auth } from 'jose'\n" })).toEqual([
      'src/core/auth.ts:1 Unlisted dependency: jose',
    ])
  })

  test('a package of a framework may be imported, and is a fault if nothing imports it', async () => {
    const files = {
      'src/core/auth.ts': "export { Hono as Auth } from 'hono'\n",
      'test/hono/installed/package.json': JSON.stringify({
        dependencies: { hono: '4.0.0', harbor: '1.0.0' },
      }),
    }
    expect(await findFaults(files)).toEqual([
      expect.stringContaining('test/hono/installed/package.json Unused dependency: harbor.'),
    ])
  })

  testInFire('an unresolved import is a fault', async () => {
    expect(await findFaults({ 'src/core/auth.ts': "export { Auth } from './gone.js'\n" })).toEqual([
      'src/core/auth.ts:1 Unresolved import: ./gone.js',
    ])
  })

  test('an invalid configuration is a fault', async () => {
    expect(await findFaults({ 'knip.json': '{ "entry": [' })).toEqual([expect.stringContaining('knip.json')])
  })
})
