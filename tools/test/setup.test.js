import { spawnSync } from 'node:child_process'
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { installDebianPackages } from '../setup.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'

const lock = {
  name: 'latchkey',
  lockfileVersion: 3,
  packages: {
    '': { name: 'latchkey', dependencies: { part: 'file:part' } },
    'node_modules/part': { resolved: 'part', link: true },
    part: { version: '1.0.0' },
  },
}

function createLockedFixture(files) {
  return createFixture({
    'package.json': JSON.stringify({ name: 'latchkey', dependencies: { part: 'file:part' } }),
    'package-lock.json': JSON.stringify(lock),
    'part/package.json': JSON.stringify({ name: 'part', version: '1.0.0' }),
    ...files,
  })
}

/** Installs in a process of its own, because npm writes to the terminal. */
function install(root) {
  const script = `
    import { installDependencies } from '${pathToFileURL(join(projectRoot, 'tools/setup.js'))}'
    await installDependencies(process.argv[1])`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script, root])
  return { output: `${stdout}${stderr}`, status }
}

describe('setup', () => {
  test('installs if nothing is installed, and only once', () => {
    const root = createLockedFixture()
    expect(install(root)).toMatchObject({
      status: 0,
      output: expect.stringContaining('Installing npm dependencies'),
    })
    expect(existsSync(join(root, 'node_modules/part/package.json'))).toBe(true)
    expect(install(root)).toEqual({ status: 0, output: '' })
  })

  test('installs again if the lockfile is newer than the installation', () => {
    const root = createLockedFixture({ 'node_modules/.package-lock.json': '{}' })
    const later = Date.now() / 1000 + 60
    utimesSync(join(root, 'package-lock.json'), later, later)
    install(root)
    expect(existsSync(join(root, 'node_modules/part'))).toBe(true)
  })

  test('installs again after an interrupted installation', () => {
    const root = createLockedFixture({ 'node_modules/half/index.js': '' })
    install(root)
    expect(existsSync(join(root, 'node_modules/part'))).toBe(true)
  })

  test('reports a failure of npm', () => {
    const { output, status } = install(createLockedFixture({ 'package.json': 'not json' }))
    expect(status).toBe(1)
    expect(output).toContain('npm install failed with exit code 1')
  })

  test('installs no Debian package if none is missing', async () => {
    expect(await installDebianPackages([])).toBe(undefined)
  })
})
