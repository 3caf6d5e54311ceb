import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packReproducibly } from '../release/pack.js'
import { prepareRelease } from '../release-dry.js'
import { runGit } from '../shared/run.js'
import { createFixture } from './fixture.js'

const build = text => `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
writeFileSync('dist/index.js', ${text})
`

/** Creates a package in Git whose build writes `text`, an expression. */
async function createPackage(text = "'export {}'", files = {}) {
  const manifest = {
    name: 'quay',
    version: '1.0.0',
    license: 'ISC',
    files: ['dist'],
    scripts: { prepack: 'node build.mjs' },
  }
  const lockfile = JSON.stringify({ packages: { '': {} } })
  const root = createFixture({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': lockfile,
    'tools/icons/package-lock.json': lockfile,
    'tools/dependencies/vulnerabilities.json': '[]',
    '.gitignore': 'dist\nnode_modules\nrelease\n',
    'build.mjs': build(text),
    ...files,
  })
  mkdirSync(join(root, 'node_modules'))
  await runGit(['init', '--quiet'], root)
  await runGit(['add', '.'], root)
  return root
}

describe('the release', () => {
  test('has the tarball, its bill of materials and the digests of both', async () => {
    const root = await createPackage()
    const { faults, lines } = await prepareRelease(root)
    expect(faults).toEqual([])
    const read = name => readFileSync(join(root, 'release', name))
    const digests = ['quay-1.0.0.tgz', 'quay-1.0.0.cdx.json'].map(
      name => `${createHash('sha512').update(read(name)).digest('hex')}  ${name}`,
    )
    expect(lines).toEqual(digests)
    expect(read('SHA512SUMS').toString()).toBe(`${digests.join('\n')}\n`)
    const { metadata } = JSON.parse(read('quay-1.0.0.cdx.json'))
    expect(`${metadata.component.hashes[0].content}  quay-1.0.0.tgz`).toBe(digests[0])
  })

  test('is refused if a dependency is', async () => {
    const lockfile = JSON.stringify({ packages: { 'node_modules/harbor': { version: '1.0.0' } } })
    const root = await createPackage(undefined, { 'package-lock.json': lockfile })
    expect((await prepareRelease(root)).faults).not.toEqual([])
    expect(existsSync(join(root, 'release'))).toBe(false)
  })
})

describe('the tarball is refused if the build depends on', () => {
  test.each([
    ['the folder', 'process.cwd()'],
    ['the time', 'String(process.hrtime.bigint())'],
  ])('%s', async (_, text) => {
    const { faults } = await packReproducibly(await createPackage(text))
    expect(faults).toEqual(['package/dist/index.js differs if the files of Git are built in another folder.'])
  })

  test('a file that Git does not know', async () => {
    const root = await createPackage("readFileSync('note.txt')", { 'note.txt': 'local' })
    await runGit(['rm', '--cached', '--quiet', 'note.txt'], root)
    await expect(packReproducibly(root)).rejects.toThrow(/^npm pack failed in .*copy:.*note\.txt/s)
  })
})
