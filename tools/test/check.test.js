import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from '../build.js'
import { gates, run } from '../check.js'
import { projectRoot } from '../shared/gate.js'
import { manifestWith, plant } from './plant.js'

/** The sound package under the project's own settings, so that it is these which are tested. */
function plantConfigured(files = {}) {
  const configured = ['biome.json', 'knip.json', 'tsconfig.json', 'tsconfig.build.json'].map(name => [
    name,
    read(name),
  ])
  const root = plant({ ...Object.fromEntries(configured), '.gitignore': 'node_modules\ndist\n', ...files })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  return root
}

function read(name) {
  return readFileSync(join(projectRoot, name), 'utf8')
}

function runGate(name, files) {
  return run(gates.find(gate => gate.name === name).command, plantConfigured(files))
}

const built = {
  'dist/index.js': 'export const Auth = 1\n',
  'dist/index.d.ts': 'export declare const Auth: 1\n',
}

const only = subpaths => {
  const { exports, ...manifest } = JSON.parse(manifestWith({}))
  return {
    'package.json': JSON.stringify({
      ...manifest,
      exports: Object.fromEntries(subpaths.map(p => [p, exports[p]])),
    }),
  }
}

describe('the gates that are tools of others', () => {
  test('lint reports what is not formatted, and any', async () => {
    const files = { 'src/index.ts': 'export const x: any = "y";\n' }
    const { ok, output } = await runGate('lint', files)
    expect(ok).toBe(false)
    expect(output).toContain('noExplicitAny')
    expect(output).toContain('File content differs from formatting output')
  })

  test('types reports an unchecked index', async () => {
    const { ok, output } = await runGate('types', {
      'src/core/planted.ts': 'export const x: number = [1][0]\n',
    })
    expect(ok).toBe(false)
    expect(output).toContain("src/core/planted.ts(1,14): error TS2322: Type 'number | undefined'")
  })

  test.each(['types', 'publint', 'attw'])('%s is content with a sound package', async name => {
    const { ok, output } = await runGate(name, { ...only(['.']), ...built })
    expect(ok, output).toBe(true)
  })

  test('knip reports an export and a file that nobody uses', async () => {
    const files = {
      'src/core/attic.ts': 'export {}\n',
      'src/core/auth.ts': 'export const Auth = 1\nexport const lost = 2\n',
    }
    const { ok, output } = await runGate('knip', files)
    expect(ok).toBe(false)
    expect(output).toContain('src/core/attic.ts')
    expect(output).toMatch(/lost\s+src\/core\/auth\.ts/)
  })

  test('publint reports a target that is not in the package', async () => {
    const { ok, output } = await runGate('publint', { ...only(['.', './jwt']), ...built })
    expect(ok).toBe(false)
    expect(output).toContain('dist/jwt.js')
  })

  test('attw reports a subpath without types', async () => {
    const files = { ...only(['.', './jwt']), ...built, 'dist/jwt.js': 'export const x = 1\n' }
    const { ok, output } = await runGate('attw', files)
    expect(ok).toBe(false)
    expect(output).toContain('latchkey/jwt')
  })
})

describe('the build', () => {
  test('writes code, declarations and source maps, and clears away what lost its source', () => {
    const root = plantConfigured({ 'dist/core/old.js': '', 'dist/core/old.d.ts.map': '' })
    expect(build(root)).toEqual([])
    for (const end of ['js', 'js.map', 'd.ts', 'd.ts.map'])
      expect(existsSync(join(root, `dist/core/auth.${end}`))).toBe(true)
    expect(existsSync(join(root, 'dist/core/old.js'))).toBe(false)
    expect(existsSync(join(root, 'dist/core/old.d.ts.map'))).toBe(false)
  })

  test('what does not compile fails and leaves the last build alone', () => {
    const root = plantConfigured({
      'src/core/auth.ts': 'export const Auth: string = 1\n',
      'dist/core/auth.js': 'last',
    })
    expect(build(root)).toEqual([expect.stringContaining('src/core/auth.ts(1,14): error TS2322')])
    expect(readFileSync(join(root, 'dist/core/auth.js'), 'utf8')).toBe('last')
  })
})
