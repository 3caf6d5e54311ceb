import { describe, expect, test } from 'vitest'
import { checkDocs } from '../check-docs.js'
import { createFixture } from './fixture.js'

const findFaults = files => checkDocs(createFixture(files))
const createBlock = (code, info = 'ts') => `\`\`\`${info}\n${code}\n\`\`\`\n`

describe('the docs', () => {
  test('a valid tree has no fault', () => {
    expect(findFaults()).toEqual([])
  })

  test('a public name without a doc comment is a fault at its declaration', () => {
    const files = { 'src/core/auth.ts': 'const secret = 1\n\nexport const Auth = () => secret\n' }
    expect(findFaults(files)).toEqual(['src/core/auth.ts:3 exports Auth without a doc comment.'])
  })

  test('public types and default exports count, internal names do not', () => {
    expect(findFaults({ 'src/types/user.ts': 'export interface User {}\n' })).toHaveLength(1)
    expect(findFaults({ 'src/providers/harbor.ts': "export default { id: 'harbor' }\n" })).toHaveLength(1)
    expect(findFaults({ 'src/core/inner.ts': 'export const inner = 1\n' })).toEqual([])
  })

  test('a tag alone is a doc comment', () => {
    const text = "/** @see https://harbor.example/docs */\nexport default { id: 'harbor' }\n"
    expect(findFaults({ 'src/providers/harbor.ts': text })).toEqual([])
  })

  test('an example compiles against the public names', () => {
    const text = createBlock(
      "import { Auth } from 'latchkey'\nimport harbor from 'latchkey/providers/harbor'\n\nAuth()\nharbor.id",
    )
    expect(findFaults({ 'docs/guide.md': text })).toEqual([])
  })

  test('an example in tsx is compiled as tsx', () => {
    const options = { jsx: 'preserve' }
    const settings = { 'tsconfig.json': JSON.stringify({ compilerOptions: options }) }
    const page = text => ({ ...settings, 'docs/guide.md': createBlock(text, 'tsx') })
    const types = 'declare global { namespace JSX { interface IntrinsicElements { p: object } } }\n'
    expect(findFaults(page(`${types}export const text = <p>hello</p>`))).toEqual([])
    expect(findFaults(page(`${types}export const text = <q>hello</q>`))[0]).toContain(
      "Property 'q' does not exist",
    )
  })

  test('an example that does not compile is a fault at its line', () => {
    const text = `# Guide\n\n${createBlock("import { Auth } from 'latchkey'\n\nAuth('too much')")}`
    expect(findFaults({ 'docs/guide.md': text })).toEqual([
      'docs/guide.md:6 Expected 0 arguments, but got 1.',
    ])
    expect(findFaults({ 'docs/guide.md': createBlock('const = 1') })).not.toEqual([])
    expect(findFaults({ 'docs/guide.md': createBlock("import 'latchkey/gone'") })).toHaveLength(1)
  })

  test.each([
    ['js', "import { Auth } from 'latchkey'\n\nAuth('too much')"],
    ['jsx', "import { Auth } from 'latchkey'\n\nAuth('too much')"],
    ['html', "<script type=\"module\">\nimport { Auth } from 'latchkey'\nAuth('too much')\n</script>"],
    ['svelte', "<script lang=\"ts\">\nimport { Auth } from 'latchkey'\nAuth('too much')\n</script>"],
    ['vue', "<script setup>\nimport { Auth } from 'latchkey'\nAuth('too much')\n</script>"],
    ['astro', "---\nimport { Auth } from 'latchkey'\nAuth('too much')\n---"],
  ])('a wrong call in %s is a fault at its line', (info, code) => {
    expect(findFaults({ 'docs/guide.md': createBlock(code, info) })).toEqual([
      `docs/guide.md:4 Expected 0 arguments, but got 1.`,
    ])
  })

  test.each([
    ['js', "import { gone } from 'latchkey'"],
    ['js', "import 'latchkey/gone'"],
    ['js', 'const = 1'],
    ['astro', '---\nconst = 1\n---'],
    ['dts', "import type { Gone } from 'latchkey'\n\nexport const gone: Gone"],
  ])('an excerpt in %s is wrong if the package has no such name, or if it is no code: %s', (info, code) => {
    expect(findFaults({ 'docs/guide.md': createBlock(code, info) })).not.toEqual([])
  })

  test.each([
    [
      'js',
      "import express from 'express'\n\nexpress().get('/', (req, res) => res.end(req.url))\napp.listen(3000)",
    ],
    ['astro', "---\nif (!Astro.locals.user) return Astro.redirect('/')\n---\n<p>hello</p>"],
    ['html', '<p>hello</p>'],
    ['svelte', '<script>\nlet { data } = $props()\n</script>\n\n<p>{data.user.name}</p>'],
  ])('an excerpt in %s can use names of its app and its framework', (info, code) => {
    expect(findFaults({ 'docs/guide.md': createBlock(code, info) })).toEqual([])
  })

  test('an example in a doc comment is compiled too', () => {
    const comment =
      '/**\n * Answers.\n *\n * @example\n * ```ts\n * const x: string = 1\n * ```\n */\nexport const Auth = 1\n'
    expect(findFaults({ 'src/core/auth.ts': comment })).toEqual([
      "src/core/auth.ts:6 Type 'number' is not assignable to type 'string'.",
    ])
  })

  test('blocks do not share names', () => {
    expect(findFaults({ 'docs/guide.md': createBlock('const a = 1') + createBlock('const a = 2') })).toEqual(
      [],
    )
    expect(findFaults({ 'docs/guide.md': createBlock('const a = 1') + createBlock('void a') })).toHaveLength(
      1,
    )
  })

  test('an example can import the declared modules of an app, and no others', () => {
    const text = createBlock(
      "import { authConfig } from '~/lib/auth'\nimport type { Actions } from './$types'\n",
    )
    expect(findFaults({ 'docs/guide.md': text })).toEqual([])
    expect(findFaults({ 'docs/guide.md': createBlock("import { gone } from '~/lib/auth'") })).toHaveLength(1)
  })

  test('only the page of differences may use no-check', () => {
    const text = createBlock("import x from 'next-auth'", 'ts no-check')
    expect(findFaults({ 'docs/differences.md': text })).toEqual([])
    expect(findFaults({ 'docs/guide.md': text })[0]).toContain('uses "ts no-check"')
    expect(findFaults({ 'docs/guide.md': createBlock('const = 1', 'ts nocheck') })[0]).toContain(
      'unknown info string',
    )
  })

  test('a link to a missing file or heading is a fault, one in code is not', () => {
    const files = {
      'docs/guide.md':
        '# Guide\n[a](../README.md) [b](#guide) [c](https://x.example/y) `[d](gone.md)` [e](tour.md#the-end)\n',
      'docs/tour.md': '## The end\n',
    }
    expect(findFaults(files)).toEqual([])
    expect(findFaults({ ...files, 'docs/tour.md': null })[0]).toBe(
      'docs/guide.md:2 links to tour.md#the-end, which does not exist.',
    )
    expect(findFaults({ ...files, 'docs/tour.md': '## The beginning\n' })).toHaveLength(1)
    expect(findFaults({ 'docs/guide.md': '![logo](logo.png)\n\n[x]: missing.md\n' })).toHaveLength(2)
  })

  test('a page that no index lists is a fault', () => {
    const files = {
      'docs/README.md': '[a](guides/a.md) [recipes](recipes/README.md)\n',
      'docs/guides/a.md': '',
      'docs/recipes/README.md': '[b](b.md)\n',
      'docs/recipes/b.md': '',
    }
    expect(findFaults(files)).toEqual([])
    expect(findFaults({ ...files, 'docs/guides/c.md': '', 'docs/recipes/d.md': '' })).toEqual([
      'docs/guides/c.md is not listed in docs/README.md.',
      'docs/recipes/d.md is not listed in docs/recipes/README.md.',
    ])
  })

  test('docs/architecture.md names code that exists', () => {
    const files = {
      'src/core/auth.ts':
        '/** Answers. */\nexport const Auth = () => inner.read()\nconst inner = { read: () => 1 }\n',
      'docs/architecture.md':
        '`Auth` calls `inner.read` in `core/auth.ts` of `core/`, with `kysely` and `Request`. See `npx latchkey`.\n',
    }
    expect(findFaults(files)).toEqual([])
  })

  test.each(['relay', 'findOwner', 'findOwner()', 'Auth.issue', 'core/gone.ts', 'gone.ts', 'flows/gone/'])(
    'the name %s in docs/architecture.md is a fault, because it does not exist',
    name => {
      const page = `# Parts\n\nIt calls \`${name}\`.\n`
      expect(findFaults({ 'docs/architecture.md': page })).toEqual([
        `docs/architecture.md:3 names \`${name}\`, which does not exist in src.`,
      ])
      expect(findFaults({ 'docs/guide.md': page })).toEqual([])
    },
  )

  test.each([
    '{@link Gone}',
    '{@link Auth.gone}',
    '{@link ../gone.ts}',
    '`findGone()`',
    '`docs/gone.md#part`',
    '`test/gone.test.ts`',
  ])('%s in a doc comment is a fault, because it does not exist', name => {
    const text = `/** See ${name}. */\nexport const Auth = () => 1\n`
    const [, shown = name] = name.match(/@link (.*)\}/) ?? []
    expect(findFaults({ 'src/core/auth.ts': text })).toEqual([
      `src/core/auth.ts:1 names ${shown}, which does not exist.`,
    ])
  })

  test.each(['{@link Auth}', '{@link ./auth.ts}', '`createInner()`', '`docs/guide.md#part`', '`fetch()`'])(
    '%s in a doc comment exists',
    name => {
      const text = `/** See ${name}. */\nexport const Auth = () => createInner()\nconst createInner = () => 1\n`
      expect(findFaults({ 'src/core/auth.ts': text, 'docs/guide.md': '# Part\n' })).toEqual([])
    },
  )

  test.each([
    ['a function', 'export function Auth(user: string) {\n  return user\n}'],
    ['a method', 'export interface Auth {\n  /** @param gone text */\n  read(user: string): void\n}'],
  ])('a documented parameter that %s does not have is a fault', (_, code) => {
    const faults = findFaults({
      'src/core/auth.ts': `/**\n * Reads.\n *\n * @param gone text\n */\n${code}\n`,
    })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('documents the parameter gone, which does not exist.')
    const right = code.replaceAll('@param gone', '@param user')
    expect(findFaults({ 'src/core/auth.ts': `/**\n * Reads.\n */\n${right}\n` })).toEqual([])
  })
})
