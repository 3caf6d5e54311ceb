import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../shared/gate.js'
import { runScript } from '../shared/run.js'
import { buildMap, listUnexecuted, rankTests } from '../test-map/map.js'
import { createFixture } from './fixture.js'

/** The test files of the two recorded projects share one process, one after another. */
const config = `
const recorded = { isolate: false, pool: 'forks' }
export default {
  test: {
    maxWorkers: 1,
    projects: [
      { test: { ...recorded, name: 'unit', include: ['test/unit/*.test.ts'] } },
      { test: { ...recorded, name: 'providers', include: ['test/providers/*.test.ts'] } },
      { test: { name: 'browser', include: ['test/browser/*.test.ts'] } },
    ],
  },
}
`

const files = {
  'vitest.config.js': config,
  'src/cookies.ts': `import { defineFormat } from './format.js'
    export const format = defineFormat()
    export function parse(text: string) { return split(text).map(part => part.trim()) }
    function split(text: string) { return text.split(';') }
    export const serialize = (parts: string[]) => parts.join('; ')
    export function toString() { return format }`,
  'src/format.ts': "export function defineFormat() { return 'text' }\n",
  'src/names.ts': "export const names = ['a', 'b']\n",
  'src/page.ts': "export function render() { return 'page' }\n",
  'src/sign-in.ts': `import { parse, serialize, toString } from './cookies.js'
    export function signIn() { return [parse('a;b'), serialize(['a']), toString()] }`,
  'test/unit/cookies.test.ts': `import { expect, test } from 'vitest'
    import { parse } from '../../src/cookies.js'
    test('parses', () => expect(parse('a; b')).toEqual(['a', 'b']))`,
  'test/unit/exports.test.ts': `import { expect, test } from 'vitest'
    import * as cookies from '../../src/cookies.js'
    test('exports a function', () => expect(cookies.toString).toBeTypeOf('function'))`,
  'test/unit/sign-in.test.ts': `import { expect, test } from 'vitest'
    import { names } from '../../src/names.js'
    import { signIn } from '../../src/sign-in.js'
    test('signs in', () => expect(signIn()[0]).toEqual(names))`,
  'test/providers/serialize.test.ts': `import { expect, test } from 'vitest'
    import { serialize } from '../../src/cookies.js'
    test('fails', () => expect(serialize(['a'])).toBe('b'))`,
  'test/browser/page.test.ts': `import { expect, test } from 'vitest'
    import { render } from '../../src/page.js'
    test('renders', () => expect(render()).toBe('page'))`,
}

/** A small project with a `node_modules` of its own, into which the first test writes the map. */
const root = createProject()

function createProject() {
  const root = createFixture(files, afterAll)
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(projectRoot, 'node_modules/vitest'), join(root, 'node_modules/vitest'))
  return root
}

async function runMap(...args) {
  const { ok, output, stdout } = await runScript(
    [join(projectRoot, 'tools/test-map.js'), '--root', root, ...args],
    root,
  )
  return { ok, output, lines: stdout.trimEnd().split('\n') }
}

describe('the test map of a project', () => {
  test('reports failed test files, and includes what they called', async () => {
    expect((await runMap()).output).toContain('1 test file failed')
  })

  test('lists the test files that call functions of a file, the most specific first', async () => {
    const { ok, lines } = await runMap('src/cookies.ts')
    expect(lines).toEqual([
      'src/cookies.ts: 3 test files',
      '  test/unit/sign-in.test.ts         4 of 4 functions, 2 source files',
      '  test/unit/cookies.test.ts         2 of 4 functions, 1 source file',
      '  test/providers/serialize.test.ts  1 of 4 functions, 1 source file',
    ])
    expect(ok).toBe(true)
  })

  test('lists the source files that no test of the recorded projects executes', async () => {
    const { lines } = await runMap()
    expect(lines).toEqual([
      'No test of the projects unit and providers executes:',
      '  src/core/auth.ts',
      '  src/page.ts',
    ])
  })

  test('explains why a file has no tests', async () => {
    const paths = ['src/page.ts', 'src/names.ts', 'src/format.ts', 'src/lost.ts']
    const { ok, lines } = await runMap(...paths)
    expect(lines.filter(Boolean)).toEqual([
      'src/page.ts: no test of the projects unit and providers executes it',
      'src/names.ts: it declares no function, so the map does not contain its tests',
      'src/format.ts: its functions run only while modules are loaded',
      'src/lost.ts is not in the map. If it is a new file of src, add --update.',
    ])
    expect(ok).toBe(false)
  })

  test('is created once, and again with --update', async () => {
    const { lines } = await runMap('--json')
    expect(Object.keys(JSON.parse(lines.join('\n')).tests)).toContain('test/unit/cookies.test.ts')

    rmSync(join(root, 'test/unit/cookies.test.ts'))
    expect((await runMap('--json')).lines).toEqual(lines)
    const { lines: updated } = await runMap('--json', '--update')
    expect(Object.keys(JSON.parse(updated.join('\n')).tests)).not.toContain('test/unit/cookies.test.ts')
  })
})

describe('a test map', () => {
  const createSource = path => ({ path, tree: parse('export function run() {}') })
  const createMap = records => buildMap(['src/a.ts', 'src/b.ts', 'src/c.ts'].map(createSource), records)

  test('ranks a test of all functions before a test of one function that touches few files', () => {
    const map = createMap([
      {
        test: 'broad',
        imported: {},
        called: { 'src/a.ts': { f: 1, g: 1 }, 'src/b.ts': { f: 1 }, 'src/c.ts': { f: 1 } },
      },
      { test: 'brief', imported: {}, called: { 'src/a.ts': { f: 1 } } },
      { test: 'narrow', imported: {}, called: { 'src/a.ts': { f: 9, g: 1 }, 'src/b.ts': { f: 1 } } },
    ])
    expect(rankTests(map, 'src/a.ts')).toEqual([
      { test: 'narrow', functions: 2, files: 2 },
      { test: 'broad', functions: 2, files: 3 },
      { test: 'brief', functions: 1, files: 1 },
    ])
  })

  test('ignores calls while modules are loaded, unless nothing else executes the file', () => {
    const map = createMap([
      {
        test: 'first',
        imported: { 'src/a.ts': { f: 1 }, 'src/b.ts': { f: 1 } },
        called: { 'src/b.ts': { f: 0 } },
      },
      { test: 'second', imported: {}, called: { 'src/b.ts': { f: 1 } } },
    ])
    expect(rankTests(map, 'src/a.ts')).toEqual([])
    expect(rankTests(map, 'src/b.ts').map(({ test }) => test)).toEqual(['second'])
    expect(listUnexecuted(map)).toEqual(['src/c.ts'])
  })

  test.each([
    ['export function run() {}', true],
    ['export const run = () => 1', true],
    ['export const provider = { profile(claims: object) { return claims } }', true],
    ['export class Store { get size() { return 1 } }', true],
    ['export interface Store { get(id: string): string }', false],
    ['export declare function run(): void', false],
    ["export const provider = { icon: () => import('./icon.js') }", false],
    ["export const names = ['a', 'b'].map(name => name.trim())", false],
  ])('%s can be executed: %s', (text, expected) => {
    const map = buildMap([{ path: 'src/a.ts', tree: parse(text) }], [])
    expect(listUnexecuted(map).length > 0).toBe(expected)
  })
})

function parse(text) {
  return ts.createSourceFile('src/a.ts', text, ts.ScriptTarget.Latest, true)
}
