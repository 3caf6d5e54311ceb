import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findMissingFolders } from '../linked-packages.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'

const folder = 'test/hono/installed'

/** A folder with one package of this repository, so that npm needs no network. */
const files = {
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: {} }),
  [`${folder}/package.json`]: JSON.stringify({ dependencies: { crane: 'file:crane' } }),
  [`${folder}/package-lock.json`]: JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { crane: 'file:crane' } },
      crane: { version: '1.0.0' },
      'node_modules/crane': { resolved: 'crane', link: true },
    },
  }),
  [`${folder}/crane/package.json`]: '{ "name": "crane", "version": "1.0.0", "main": "index.js" }',
  [`${folder}/crane/index.js`]: 'module.exports = "lifts"\n',
}

/** Installs in a process of its own, because npm writes to the terminal. */
async function install(root) {
  const script = `
    import { installLinkedPackages } from '${pathToFileURL(join(projectRoot, 'tools/linked-packages.js'))}'
    await installLinkedPackages(process.argv[1])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, root])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
  const status = await new Promise(resolve => child.once('close', resolve))
  return { output, status }
}

describe('the packages of frameworks', () => {
  test('are installed in their folder, and found from the project', async () => {
    const root = createFixture(files)
    expect(findMissingFolders(root)).toEqual([folder])
    expect(await install(root)).toMatchObject({
      status: 0,
      output: expect.stringContaining('Installing npm dependencies'),
    })
    expect(lstatSync(join(root, 'node_modules/crane')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(root, 'node_modules/crane/index.js'), 'utf8')).toContain('lifts')
    expect(findMissingFolders(root)).toEqual([])
    expect(await install(root)).toEqual({ status: 0, output: '' })
  })

  test('are linked again after npm has removed the links', async () => {
    const root = createFixture(files)
    await install(root)
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(existsSync(join(root, folder, 'node_modules/crane/index.js'))).toBe(true)
    expect(await install(root)).toEqual({ status: 0, output: '' })
    expect(existsSync(join(root, 'node_modules/crane/index.js'))).toBe(true)
  })

  test('replace what an older commit has installed', async () => {
    const root = createFixture({ ...files, 'node_modules/crane/index.js': 'module.exports = "old"\n' })
    await install(root)
    expect(readFileSync(join(root, 'node_modules/crane/index.js'), 'utf8')).toContain('lifts')
  })

  test('are not linked if the project installs them for another package', async () => {
    const root = createFixture({
      ...files,
      'package-lock.json': JSON.stringify({ packages: { 'node_modules/crane': { version: '1.0.0' } } }),
    })
    expect(await install(root)).toMatchObject({ status: 0 })
    expect(existsSync(join(root, 'node_modules/crane'))).toBe(false)
  })

  test('are those of the project in a temporary copy, which has a link to its node_modules', async () => {
    const root = createFixture(files)
    await install(root)
    const copy = createFixture(files)
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    expect(findMissingFolders(copy)).toEqual([])
    expect(await install(copy)).toEqual({ status: 0, output: '' })
    expect(existsSync(join(copy, folder, 'node_modules'))).toBe(false)
  })

  test('are installed once if several processes need them', async () => {
    const root = createFixture(files)
    const results = await Promise.all([install(root), install(root), install(root)])
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0])
    expect(results.filter(({ output }) => output !== '')).toHaveLength(1)
  })

  test('report the folder that fails', async () => {
    const root = createFixture({
      ...files,
      [`${folder}/.npmrc`]: 'registry=http://127.0.0.1:9/\nfetch-retries=0\n',
      [`${folder}/package.json`]: '{ "dependencies": { "crane": "1.0.0" } }',
      [`${folder}/package-lock.json`]: '{ "lockfileVersion": 3, "packages": {} }',
    })
    const { status, output } = await install(root)
    expect(status).toBe(1)
    expect(output).toContain(folder)
  })
})
