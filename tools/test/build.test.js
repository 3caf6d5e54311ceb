import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from '../build.js'
import { projectRoot } from '../shared/gate.js'
import { readManifest } from '../shared/subpaths.js'
import { createConfiguredFixture } from './fixture.js'

describe('the build', () => {
  test('writes code, declarations and source maps, and removes files without a source', () => {
    const root = createConfiguredFixture({ 'dist/core/old.js': '', 'dist/core/old.d.ts.map': '' })
    expect(build(root)).toEqual([])
    for (const end of ['js', 'js.map', 'd.ts', 'd.ts.map'])
      expect(existsSync(join(root, `dist/core/auth.${end}`))).toBe(true)
    expect(existsSync(join(root, 'dist/core/old.js'))).toBe(false)
    expect(existsSync(join(root, 'dist/core/old.d.ts.map'))).toBe(false)
  })

  test('runs before `npm pack`, so that an outdated file is never published', () => {
    const { scripts } = readManifest(projectRoot)
    expect(scripts.prepack).toBe(scripts.build)
  })

  test('fails if the code does not compile, and keeps the last build', () => {
    const root = createConfiguredFixture({
      'src/core/auth.ts': 'export const Auth: string = 1\n',
      'dist/core/auth.js': 'last',
    })
    expect(build(root)).toEqual([expect.stringContaining('src/core/auth.ts(1,14): error TS2322')])
    expect(readFileSync(join(root, 'dist/core/auth.js'), 'utf8')).toBe('last')
  })
})
