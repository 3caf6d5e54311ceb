import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as errors from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../tools/shared/gate.js'
import { readSubpaths } from '../../tools/shared/subpaths.js'

const files = ['AGENTS.md', 'skills/latchkey/SKILL.md', 'http-api.md']
const texts = files.map(file => readFileSync(join(projectRoot, 'templates/assistants', file), 'utf8'))
const text = texts.join('\n')
const subpaths = new Map(
  readSubpaths(projectRoot).map(({ subpath, source }) => [`latchkey${subpath.slice(1)}`, source]),
)

/** Functions and the modules that the text names for them: "`NextAuth(config)` of `latchkey/next`". */
const calls = [...text.matchAll(/`[^`]*?\b(\w+)\([^`]*\)[^`]*` of `(latchkey\/[\w/-]+)`/g)].map(
  ([, name = '', specifier = '']) => ({ name, specifier }),
)

describe('the instructions for coding assistants', () => {
  test('name imports that exist', () => {
    const named = [...text.matchAll(/\blatchkey\/[\w/-]+/g)].map(([specifier]) => specifier)
    const isFile = (specifier: string) => /^latchkey\/(templates|dist)/.test(specifier)
    expect(named.filter(specifier => !subpaths.has(specifier) && !isFile(specifier))).toEqual([])
  })

  test.each(calls)('$name is exported by $specifier', ({ name, specifier }) => {
    const source = readFileSync(join(projectRoot, subpaths.get(specifier) ?? ''), 'utf8')
    // A provider has a default export, which an app names as it likes.
    expect(source).toMatch(new RegExp(`\\b${name}\\b|export default`))
  })

  test('name functions and their modules', () => {
    expect(calls.length).toBeGreaterThan(8)
  })

  test('name error classes that exist', () => {
    const section = text.split('## Errors')[1] ?? ''
    const named = [...section.matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(([, name = '']) => name)
    expect(named).toContain('MissingSecret')
    expect(named.filter(name => !(name in errors))).toEqual([])
  })

  test('are short', () => {
    for (const one of texts) expect(one.split(/\s+/).length).toBeLessThan(1000)
  })

  test('have the name and the description of a skill', () => {
    expect(texts[1]).toMatch(/^---\nname: latchkey\ndescription: \S.{50,1000}\n---\n/)
  })
})
