import { describe, expect, test } from 'vitest'
import { checkExports } from '../check-exports.js'
import { createFixture, createManifestWith, getTargets } from './fixture.js'

const snapshot = { '.': ['Auth'], './errors': ['AuthError'], './providers/harbor': ['default'] }

const findFaults = files =>
  checkExports(createFixture({ 'tools/exports.json': JSON.stringify(snapshot), ...files }))

describe('the exports', () => {
  test('a valid tree has no fault, and types do not count', async () => {
    expect(await findFaults()).toEqual([])
  })

  test('an added or removed name is a fault', async () => {
    const names = { ...snapshot, '.': ['SignIn'] }
    expect(await findFaults({ 'tools/exports.json': JSON.stringify(names) })).toEqual([
      '. exports Auth, which tools/exports.json does not list.',
      '. no longer exports SignIn, which tools/exports.json lists.',
    ])
  })

  test('a file that matches a wildcard is a public subpath', async () => {
    const files = { 'src/providers/quay.ts': 'export const quay = 1\n' }
    expect(await findFaults(files)).toEqual([
      './providers/quay exports quay, which tools/exports.json does not list.',
    ])
  })

  test('a null target makes a file private', async () => {
    const files = { 'src/providers/quay.ts': 'export const quay = 1\n' }
    expect(
      await findFaults({ ...files, 'package.json': createManifestWith({ './providers/quay': null }) }),
    ).toEqual([])
  })

  test('a missing required subpath is a fault', async () => {
    const files = { 'package.json': createManifestWith({ './jwt': undefined }) }
    expect(await findFaults(files)).toContain('package.json does not export ./jwt.')
    expect(await findFaults(files)).toContain(
      'src/jwt.ts is an entry point that package.json does not export.',
    )
  })

  test('a target without its source is a fault', async () => {
    expect(await findFaults({ 'src/jwt.ts': null })).toEqual([
      './jwt points to src/jwt.ts, which does not exist.',
    ])
    expect(await findFaults({ 'src/providers/harbor.ts': null })).toEqual([
      './providers/* points to src/providers/*.ts, which does not exist.',
    ])
  })

  test('inconsistent targets are a fault', async () => {
    const crossed = { ...getTargets('jwt'), default: './dist/index.js' }
    expect(await findFaults({ 'package.json': createManifestWith({ './jwt': crossed }) })).toEqual([
      './jwt: "default" is dist/index.js, expected dist/jwt.js.',
    ])
  })

  test('a subpath that the docs do not mention is a fault', async () => {
    const text =
      '. `latchkey/adapters` ./errors ./providers ./providers/* ./types ./jwt-decode latchkey/adapters/sql'
    expect(await findFaults({ 'README.md': text })).toEqual([
      './jwt is not mentioned in docs/reference/subpaths.md.',
    ])
    for (const page of ['docs/reference/subpaths.md', 'docs/architecture.md'])
      expect(await findFaults({ 'README.md': text, [page]: 'latchkey/jwt' })).toEqual([])
  })

  test('`typesVersions` that differ from `exports` are a fault', async () => {
    const manifest = { ...JSON.parse(createManifestWith({})), typesVersions: { '*': {} } }
    expect(await findFaults({ 'package.json': JSON.stringify(manifest) })).toEqual([
      'package.json: `typesVersions` differs from `exports`. Run `node tools/check-exports.js --write`.',
    ])
  })
})
