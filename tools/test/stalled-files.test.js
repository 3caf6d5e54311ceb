import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../shared/gate.js'
import { fileLimitVariable } from '../shared/stalled-files.js'
import { createFixture } from './fixture.js'

/** Runs these tests with the reporter and a limit of two seconds for a file. */
function runTests(code) {
  const root = createFixture({
    'vitest.config.js': 'export default {}\n',
    'quick.test.js': "import { test } from 'vitest'\ntest('is quick', () => {})\n",
    'other.test.js': code,
  })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  const reporter = `--reporter=${join(projectRoot, 'tools/shared/stalled-files.js')}`
  return spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', reporter], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, [fileLimitVariable]: '2000' },
  })
}

test('ends a run whose worker is blocked, and names the file and its last test that ended', () => {
  const { status, stderr } = runTests(`import { test } from 'vitest'
    test('ends', () => new Promise(resolve => setTimeout(resolve, 300)))
    test('blocks', () => {
      const end = Date.now() + 8_000
      while (Date.now() < end);
    })
    test.skip('is skipped', () => {})`)
  expect(status).toBe(1)
  expect(stderr).toContain(
    'other.test.js () has not ended after 2000 ms. The last of its tests that ended: ends.',
  )
  expect(stderr).not.toContain('quick.test.js')
})

test('says nothing about files that end', () => {
  const { status, stderr } = runTests("import { test } from 'vitest'\ntest('ends', () => {})\n")
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
