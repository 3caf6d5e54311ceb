import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { gates, quickGates } from '../check.js'
import { projectRoot } from '../shared/gate.js'
import { runGates } from '../shared/run-gates.js'
import { listFiles } from '../shared/source-tree.js'
import { createFixture } from './fixture.js'

const passing = ''
const failing = "console.error('planted fault')\nprocess.exitCode = 1\n"
const slowlyFailing = `await new Promise(resolve => setTimeout(resolve, 200))\n${failing}`

describe('the list of gates', () => {
  test('contains every gate', () => {
    const scripts = listFiles(projectRoot, 'tools', /^tools\/(build|check-[^/]+|linked-packages)\.js$/)
    expect(gates.map(({ script }) => script).toSorted()).toEqual(scripts)
  })

  test.each(gates.map(({ script }) => script))('%s has a test', script => {
    const test = script.replace(/^tools\/(check-)?(.*)\.js$/, 'tools/test/$2.test.js')
    expect(existsSync(join(projectRoot, test)), test).toBe(true)
  })

  test('has a quick part, which needs no build', () => {
    const names = ['lint', 'layers', 'names', 'duplication', 'strict']
    expect(quickGates.map(({ script }) => script)).toEqual(names.map(name => `tools/check-${name}.js`))
    expect(quickGates.filter(({ after }) => after)).toEqual([])
  })

  test('lists a gate after the one it depends on', () => {
    const scripts = gates.map(({ script }) => script)
    for (const { script, after } of gates.filter(gate => gate.after)) {
      expect(scripts.indexOf(after)).toBeGreaterThanOrEqual(0)
      expect(scripts.indexOf(after)).toBeLessThan(scripts.indexOf(script))
    }
  })
})

describe('running the gates', () => {
  let lines
  beforeEach(() => {
    lines = []
    vi.spyOn(console, 'log').mockImplementation(line => lines.push(line))
  })
  afterEach(() => vi.restoreAllMocks())

  test('passes when all pass, with a line for each', async () => {
    const root = createFixture({ 'tools/check-a.js': passing, 'tools/build.js': passing })
    const list = [{ script: 'tools/build.js' }, { script: 'tools/check-a.js' }]
    expect(await runGates(list, root)).toEqual([])
    expect(lines.toSorted()).toEqual([
      expect.stringMatching(/^ok {6}a +\d+\.\d s$/),
      expect.stringMatching(/^ok {6}build +\d+\.\d s$/),
    ])
  })

  test('reports failed gates with their output, and runs the rest', async () => {
    const root = createFixture({ 'tools/check-a.js': failing, 'tools/check-b.js': passing })
    const list = [{ script: 'tools/check-a.js' }, { script: 'tools/check-b.js' }]
    expect(await runGates(list, root)).toEqual(['a'])
    expect(lines).toContainEqual('    planted fault')
    expect(lines).toContainEqual(expect.stringMatching(/^ok {6}b/))
  })

  test('a gate that does not load fails', async () => {
    const root = createFixture({ 'tools/check-a.js': "import './gone.js'\n" })
    expect(await runGates([{ script: 'tools/check-a.js' }], root)).toEqual(['a'])
  })

  test('a gate whose dependency failed fails too, and is not run', async () => {
    const root = createFixture({ 'tools/build.js': slowlyFailing, 'tools/check-size.js': passing })
    const list = [{ script: 'tools/build.js' }, { script: 'tools/check-size.js', after: 'tools/build.js' }]
    expect(await runGates(list, root)).toEqual(['build', 'size'])
    expect(lines).toContainEqual('    Not run, because build failed.')
  })
})
