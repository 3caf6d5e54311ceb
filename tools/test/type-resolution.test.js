import { describe, expect, test } from 'vitest'
import { testInFire } from '../../test/support/fire.js'
import { checkTypeResolution } from '../check-type-resolution.js'
import { listFiles } from '../shared/source-tree.js'
import { built, createFixture, createManifest } from './fixture.js'

const two = {
  'package.json': createManifest(['.', './jwt']),
  ...built,
  'dist/jwt.js': 'export const x = 1\n',
}

const findFaults = files => checkTypeResolution(createFixture({ ...two, ...files }))

describe('the resolution of types', () => {
  test('a valid package has no fault, and is not changed', async () => {
    const root = createFixture({ ...two, 'dist/jwt.d.ts': 'export declare const x: 1\n' })
    const before = listFiles(root, '.', /./)
    expect(await checkTypeResolution(root)).toEqual([])
    expect(listFiles(root, '.', /./)).toEqual(before)
  })

  test('a declaration that is not a module is a fault in each version of TypeScript', async () => {
    const versions = [
      'typescript-5, node10',
      'typescript-5, node16',
      'typescript-5, bundler',
      'typescript, node10',
    ]
    expect(await findFaults({ 'dist/jwt.d.ts': 'declare const x: 1\n' })).toEqual(
      versions.map(version =>
        expect.stringMatching(new RegExp(`^${version}: app.mts.* TS2306: .* is not a module`)),
      ),
    )
  })

  test('a subpath without types is a fault in each resolution', async () => {
    expect(await findFaults()).toEqual([
      './jwt under node10: Untyped Resolution',
      './jwt under node16-esm: Untyped Resolution',
      './jwt under bundler: Untyped Resolution',
    ])
  })

  testInFire('a subpath without a target is a fault', async () => {
    expect(await findFaults({ 'dist/jwt.js': null })).toEqual([
      './jwt under node10: No Resolution',
      './jwt under node16-esm: No Resolution',
      './jwt under bundler: No Resolution',
    ])
  })

  testInFire('a declaration with an import that Node cannot resolve is a fault', async () => {
    const files = {
      'dist/jwt.d.ts': "export * from './core/jwt'\n",
      'dist/core/jwt.d.ts': 'export declare const x: 1\n',
    }
    expect(await findFaults(files)).toEqual([
      expect.stringMatching(/^Internal Resolution Error: .*dist\/jwt\.d\.ts/),
    ])
  })

  testInFire('CommonJS declarations of ESM code are a fault', async () => {
    const exports = { '.': { types: './dist/index.d.cts', default: './dist/index.js' } }
    const files = {
      'package.json': createManifest([], { exports }),
      'dist/index.d.cts': 'export declare const Auth: 1\n',
    }
    expect(await findFaults(files)).toContainEqual(expect.stringContaining('False CJS'))
  })

  testInFire('a package without type declarations is a fault', async () => {
    const manifest = createManifest(['.'], { files: ['dist'] })
    expect(await findFaults({ 'package.json': manifest, 'dist/index.d.ts': null })).toEqual([
      'The package has no type declarations.',
    ])
  })

  test('a package that npm cannot pack is a fault', async () => {
    expect(await findFaults({ 'package.json': '{' })).toEqual([expect.stringContaining('npm pack failed')])
  })
})
