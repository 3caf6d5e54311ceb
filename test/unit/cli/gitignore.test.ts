import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseGlob } from '../../../src/cli/codemod/glob.js'
import { hasAllCases } from '../../support/fire.js'
import { createTempApp } from './temp-app.js'

const source = "import '@auth/core'\n"
const manifest = { 'package.json': '{"dependencies": {"@auth/core": "*"}}' }

/** Returns the paths that the command searches, and those that git does not ignore. */
async function findSearchedPaths(app: ReturnType<typeof createTempApp>) {
  app.git(['init', '--quiet'])
  const { out } = await app.run()
  const searched = [...out.matchAll(/^\+\+\+ b\/([^\t\n]+\.ts)\t?$/gm)].map(([, path = '']) => path).sort()
  const tracked = app
    .git(['ls-files', '-z', '--others', '--exclude-standard', '*.ts'])
    .split('\0')
    .filter(Boolean)
  return { searched, tracked: tracked.sort() }
}

const element = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'ab', '/', '*', '**', '**/', '/**', '?', '.ts') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('[ab]', '[!a]', '[^b]', '[a-c]', '[]a]', '[[:alpha:]]', '[a/b]', '[b-]'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\\a',
      '\\*',
      '\\\\',
      '[',
      '!',
      '#',
      ' ',
      '\\ ',
      '\\',
      '\\/',
      '[[:no:]]',
      '[z-a]',
    ),
  },
)
/** Git matches `a**` at the start of a pattern differently than its documentation says: it removes `a` first. */
const pattern = fc
  .array(element, { minLength: 1, maxLength: 6 })
  .map(parts => parts.join(''))
  .filter(text => !/[^/!]\*\*/.test(text))

test('random .gitignore files ignore the same files as git', { timeout: 120_000 }, async () => {
  const names = ['a', 'b', 'ab', 'a b', 'c', '*']
  const paths = names.flatMap(name => [
    `${name}.ts`,
    ...names.flatMap(inner => [`${name}/${inner}.ts`, `a/${name}/${inner}.ts`]),
  ])
  const files = Object.fromEntries(paths.map(path => [path, source]))
  await fc.assert(
    fc.asyncProperty(fc.array(pattern, { minLength: 1, maxLength: 4 }), async lines => {
      const app = createTempApp({ ...manifest, ...files, '.gitignore': lines.join('\n') })
      const { searched, tracked } = await findSearchedPaths(app)
      expect(searched).toEqual(tracked)
    }),
    { numRuns: hasAllCases ? 60 : 20 },
  )
})

test.each([
  ['a byte order mark', '\uFEFFa.ts\n'],
  ['negated patterns', '*.ts\n!b.ts\na/\n!a/b.ts\n'],
  ['Windows line breaks', 'a.ts\r\nb/\r\n'],
  ['an escaped space', 'a b.ts\\ \na\\ b.ts  \n'],
  ['an unclosed bracket', '[a.ts\nb.ts\n'],
  ['an escaped slash', 'a\\/**\n**\\/a.ts\nb\\/\n\\/b.ts\n'],
])('a .gitignore with %s ignores the same files as git', async (_, text) => {
  const app = createTempApp({
    ...manifest,
    ...Object.fromEntries(['a.ts', 'b.ts', 'a b.ts', 'a/b.ts', 'b/a.ts'].map(path => [path, source])),
    '.gitignore': text,
  })
  const { searched, tracked } = await findSearchedPaths(app)
  expect(searched).toEqual(tracked)
})

test('the rules of a repository do not apply to a repository within it', async () => {
  const app = createTempApp({ ...manifest, '.gitignore': 'a.ts\n', 'a.ts': source, 'inner/a.ts': source })
  app.git(['init', '--quiet'])
  app.git(['init', '--quiet', 'inner'])
  const { out } = await app.run()
  expect(out).toContain('+++ b/inner/a.ts\n')
  expect(out).not.toContain('+++ b/a.ts\n')
})

test.each([
  '*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b',
  '**/a/**/a/**/a/**/a/**/a/**/a/**/b',
  '*?*?*?*?*?*?*?*?*?*?*?b',
])('the number of steps to match %s does not grow exponentially', text => {
  let steps = 0
  const path = new Proxy(
    Array.from({ length: 1000 }, () => 'a'.repeat(255)),
    {
      get: (target, key) => {
        steps++
        return Reflect.get(target, key)
      },
    },
  )
  expect(parseGlob(text)?.matches(path)).toBe(false)
  expect(parseGlob(text)?.matches(['a'.repeat(255)])).toBe(false)
  expect(steps).toBeLessThan(50_000)
})
