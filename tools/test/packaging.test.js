import { describe, expect, test } from 'vitest'
import { testInFire } from '../../test/support/fire.js'
import { checkPackaging } from '../check-packaging.js'
import { built, createFixture, createManifest } from './fixture.js'

const findFaults = files =>
  checkPackaging(createFixture({ 'package.json': createManifest(['.']), ...built, ...files }))

describe('the packaging', () => {
  test('a valid package has no fault', async () => {
    expect(await findFaults()).toEqual([])
  })

  test('a target that does not exist is a fault', async () => {
    expect(await findFaults({ 'package.json': createManifest(['.', './jwt']) })).toContainEqual(
      expect.stringContaining('dist/jwt.js but the file does not exist'),
    )
  })

  test('a link of the README to a page that is not packed is a fault', async () => {
    const page = {
      'README.md': 'See [the guide](guides/start.md#start) and [benchmarks](bench/run.md).\n',
      'guides/start.md': '# Start\n',
      'bench/run.md': '',
    }
    expect(await findFaults(page)).toEqual([
      'README.md links to guides/start.md, which is not packed. Add it to `files`.',
    ])
    const manifest = createManifest(['.'], { files: ['dist', 'src', 'guides'] })
    expect(await findFaults({ ...page, 'package.json': manifest })).toEqual([])
  })

  testInFire('a target that is not in the tarball is a fault', async () => {
    const manifest = createManifest(['.'], { files: ['src'] })
    expect(await findFaults({ 'package.json': manifest })).toContainEqual(
      expect.stringContaining('not published'),
    )
  })

  testInFire('types after a condition that always matches are a fault', async () => {
    const exports = { '.': { default: './dist/index.js', types: './dist/index.d.ts' } }
    expect(await findFaults({ 'package.json': createManifest([], { exports }) })).toContainEqual(
      expect.stringContaining('types should be the first'),
    )
  })

  testInFire('code in another module format than that of package.json is a fault', async () => {
    expect(await findFaults({ 'dist/index.js': 'module.exports = 1\n' })).toContainEqual(
      expect.stringContaining('written in CJS, but is interpreted as ESM'),
    )
  })

  test('a suggestion of publint is a fault too', async () => {
    const manifest = createManifest(['.'], { repository: 'https://git.example/latchkey' })
    expect(await findFaults({ 'package.json': manifest })).toEqual([
      expect.stringContaining('pkg.repository'),
    ])
  })

  test('a package that npm cannot pack is rejected', async () => {
    await expect(findFaults({ 'package.json': '{' })).rejects.toThrow('Invalid package.json')
  })
})
