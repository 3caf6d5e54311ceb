import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../shared/gate.js'
import { buildSummary } from '../shared/summary.js'
import { tallyVariable } from '../shared/tally.js'
import { createFixture } from './fixture.js'

const tally = { passed: 3, failed: 0, skipped: [], broken: [] }
const skip = { file: 'test/a.test.ts (unit)', reason: 'no Redis' }

describe('the summary', () => {
  test('ends with a line of counts', () => {
    expect(buildSummary({ code: 0, tally })).toEqual({ lines: ['3 passed, 0 failed, 0 skipped'], ok: true })
  })

  test('a failed test fails the run', () => {
    const { lines, ok } = buildSummary({ code: 1, tally: { ...tally, failed: 2 } })
    expect({ lines, ok }).toEqual({ lines: ['3 passed, 2 failed, 0 skipped'], ok: false })
  })

  test('a failed gate and a broken file are counted as failures', () => {
    const { lines, ok } = buildSummary({
      code: 1,
      tally: { ...tally, broken: ['test/b.test.ts (unit)'] },
      failedGates: ['layers'],
    })
    expect(lines).toEqual([
      'Failed: the gate layers',
      'Failed: test/b.test.ts (unit)',
      '3 passed, 2 failed, 0 skipped',
    ])
    expect(ok).toBe(false)
  })

  test('a crash of Vitest is a failure, even without a failed test', () => {
    expect(buildSummary({ code: 1 }).lines).toEqual([
      'Failed: Vitest, with exit code 1',
      '0 passed, 1 failed, 0 skipped',
    ])
    expect(buildSummary({ code: 1, tally }).ok).toBe(false)
  })

  test('skipped tests are listed with file and reason', () => {
    const { lines, ok } = buildSummary({
      code: 0,
      tally: { ...tally, skipped: [skip, skip] },
      unrun: { tests: 4, reason: 'no Chromium' },
    })
    expect(lines).toEqual([
      'Skipped: 2 in test/a.test.ts (unit): no Redis',
      'Skipped: 4 in the browser: no Chromium',
      '3 passed, 0 failed, 6 skipped',
    ])
    expect(ok).toBe(true)
  })

  test('a rule without a test fails the run', () => {
    const { lines, ok } = buildSummary({ code: 0, tally, rules: ['session.maxAge: it has no test.'] })
    expect(lines).toEqual([
      'Failed: the rule session.maxAge: it has no test.',
      '3 passed, 1 failed, 0 skipped',
    ])
    expect(ok).toBe(false)
  })

  test('in CI a skipped test fails the run', () => {
    expect(buildSummary({ code: 0, tally: { ...tally, skipped: [skip] }, isCI: true }).ok).toBe(false)
    expect(buildSummary({ code: 0, tally, isCI: true }).ok).toBe(true)
  })

  test('a run without tests fails', () => {
    expect(buildSummary({ code: 0, tally: { ...tally, passed: 0 } }).ok).toBe(false)
  })
})

test('the tally contains passed, failed and skipped tests, broken files and reasons', () => {
  const root = createFixture({
    'vitest.config.js': 'export default {}\n',
    'mixed.test.js': `import { test } from 'vitest'
      test('passes', () => {})
      test('fails', () => { throw new Error('planted') })
      test('declines', ({ skip }) => skip('no Redis'))
      test.skip('is left out', () => {})
      test.todo('comes later')`,
    'broken.test.js': "throw new Error('planted')\n",
  })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  const file = join(root, 'tally.json')
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--reporter=${join(projectRoot, 'tools/shared/tally.js')}`,
  ]
  spawnSync(process.execPath, command, { cwd: root, env: { ...process.env, [tallyVariable]: file } })
  const { passed, failed, skipped, broken, tests } = JSON.parse(readFileSync(file, 'utf8'))
  expect({ passed, failed, broken: broken.length }).toEqual({ passed: 1, failed: 1, broken: 1 })
  expect(tests).toContainEqual({ name: 'passes', file: 'mixed.test.js', project: '', state: 'passed' })
  expect(skipped.map(({ reason }) => reason)).toEqual(['no Redis', 'no reason given', 'no reason given'])
})
