import { describe, expect, test } from 'vitest'
import { checkLint } from '../check-lint.js'
import { createConfiguredFixture } from './fixture.js'

/** Formatted manifest. That of the fixture is not formatted. */
const manifest = { 'package.json': '{\n  "name": "latchkey",\n  "type": "module"\n}\n' }

const createLine = width => `export const x = ['${'y'.repeat(width - 24)}', 1]\n`

const findFaults = files => checkLint(createConfiguredFixture({ ...manifest, ...files }))

describe('lint', () => {
  test('a valid tree has no fault', async () => {
    expect(await findFaults()).toEqual([])
    expect(await findFaults({ 'src/core/wide.ts': createLine(110) })).toEqual([])
  })

  test.each([
    ['a semicolon', "export const x = 'y';\n"],
    ['a double quote', 'export const x = "y"\n'],
    ['a tab', "export function f() {\n\treturn 'y'\n}\n"],
    ['a line of 111 characters', createLine(111)],
  ])('%s is a format fault', async (_, text) => {
    expect(await findFaults({ 'src/core/planted.ts': text })).toEqual([
      expect.stringMatching(/^src\/core\/planted\.ts:\d+ format: .*npm run format/),
    ])
  })

  test('unsorted imports are a fault', async () => {
    const files = { 'src/core/planted.ts': "export * from './b.js'\nexport * from './a.js'\n" }
    expect(await findFaults(files)).toEqual([expect.stringContaining('organizeImports')])
  })

  test.each([
    ['any', 'export const x: any = 1\n', 'noExplicitAny'],
    ['an assertion with !', 'export const x = [1].at(0)!\n', 'noNonNullAssertion'],
    ['a let that is a const', 'let x = 1\nexport const y = x\n', 'useConst'],
    [
      'an assignment to a parameter',
      'export function f(x: 1 | 2) {\n  x = 2\n  return x\n}\n',
      'noParameterAssign',
    ],
    ['an unused variable', 'const x = 1\n', 'noUnusedVariables'],
    ['an unused import', "import { x } from './x.js'\n", 'noUnusedImports'],
    ['a module of Node by its bare name', "export * from 'fs'\n", 'useNodejsImportProtocol'],
    ['a syntax error', 'export const = 1\n', 'parse'],
  ])('%s is a fault', async (_, text, rule) => {
    const faults = await findFaults({ 'src/core/planted.ts': text })
    expect(faults).toContainEqual(
      expect.stringMatching(new RegExp(`^src/core/planted\\.ts:\\d+ .*${rule}: `)),
    )
  })

  test('an undeclared name is a fault in JavaScript, which no compiler checks', async () => {
    const files = { 'tools/planted.js': 'export const x = undeclared\n' }
    expect(await findFaults(files)).toEqual([expect.stringContaining('noUndeclaredVariables')])
  })

  test('all faults are reported', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `export const x${index}: any = 1\n`).join('')
    expect(await findFaults({ 'src/core/planted.ts': text })).toHaveLength(60)
  })

  test('files that Git ignores are skipped', async () => {
    expect(await findFaults({ 'dist/index.js': 'var x = "y";' })).toEqual([])
  })

  test('an unknown setting is a fault', async () => {
    const settings = '{ "linter": { "rulez": {} } }\n'
    expect(await findFaults({ 'biome.json': settings })).toEqual([expect.stringContaining('rulez')])
  })
})
