import { describe, expect, test } from 'vitest'
import { checkExports } from '../check-exports.js'
import { createFixture, createManifestWith, getTargets } from './fixture.js'

const snapshot = { '.': ['Auth'], './errors': ['AuthError'], './providers/harbor': ['default'] }

const findFaults = files =>
  checkExports(createFixture({ 'tools/exports.json': JSON.stringify(snapshot), ...files }))

describe('the exports', () => {
  test('a sound tree has no fault, and types are no run-time names', async () => {
    expect(await findFaults()).toEqual([])
  })

  test('a name that appears or goes is a fault', async () => {
    const names = { ...snapshot, '.': ['SignIn'] }
    expect(await findFaults({ 'tools/exports.json': JSON.stringify(names) })).toEqual([
      '. exports Auth, which tools/exports.json does not list.',
      '. no longer exports SignIn, which tools/exports.json lists.',
    ])
  })

  test('a file that a wildcard lets out is a public name like any other', async () => {
    const files = { 'src/providers/quay.ts': 'export const quay = 1\n' }
    expect(await findFaults(files)).toEqual([
      './providers/quay exports quay, which tools/exports.json does not list.',
    ])
  })

  test('a null target keeps a file in', async () => {
    const files = { 'src/providers/quay.ts': 'export const quay = 1\n' }
    expect(
      await findFaults({ ...files, 'package.json': createManifestWith({ './providers/quay': null }) }),
    ).toEqual([])
  })

  test('a promised subpath that is gone is a fault', async () => {
    const files = { 'package.json': createManifestWith({ './jwt': undefined }) }
    expect(await findFaults(files)).toContain('package.json does not export ./jwt.')
    expect(await findFaults(files)).toContain('src/jwt.ts is a door that package.json does not export.')
  })

  test('a target without its source is a fault', async () => {
    expect(await findFaults({ 'src/jwt.ts': null })).toEqual([
      './jwt leads to src/jwt.ts, which does not exist.',
    ])
    expect(await findFaults({ 'src/providers/harbor.ts': null })).toEqual([
      './providers/* leads to src/providers/*.ts, which does not exist.',
    ])
  })

  test('targets that disagree with one another are a fault', async () => {
    const crossed = { ...getTargets('jwt'), default: './dist/index.js' }
    expect(await findFaults({ 'package.json': createManifestWith({ './jwt': crossed }) })).toEqual([
      './jwt: "default" is dist/index.js, expected dist/jwt.js.',
    ])
  })

  test('a subpath that the docs keep quiet about is a fault', async () => {
    const text =
      '. `latchkey/adapters` ./errors ./providers ./providers/* ./types ./jwt-decode latchkey/adapters/sql'
    expect(await findFaults({ 'README.md': text })).toEqual([
      './jwt is mentioned neither in README.md nor in docs/architecture.md.',
    ])
    expect(await findFaults({ 'README.md': text, 'docs/architecture.md': 'latchkey/jwt' })).toEqual([])
  })
})
