import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractScripts } from '../../../src/cli/codemod/script-blocks.js'
import { runCommand } from '../../../src/cli/run-command.js'
import { expectCpuTime } from '../../support/cpu-time.js'
import { createTempApp, type Files } from './temp-app.js'

const manifest = '{"dependencies": {"@auth/core": "*", "next-auth": "5.0.0-beta.32"}}'
const nextAuth4 = '{"dependencies": {"next-auth": "4.24.0"}}'
const kept = "import '@auth/core'\n"

/** Far more than any of the files takes, and far less than the square of its size. */
const maxMs = 20_000

describe('the time for a file does not grow with the square of its size', { timeout: 120_000 }, () => {
  const count = 20_000
  const sources: Files = {
    'imports.ts': "import { AuthError } from 'next-auth'\n".repeat(count),
    'namespaces.ts': Array.from(
      { length: count },
      (_, i) => `import * as a from '@auth/core'; a.m${i}\n`,
    ).join(''),
    'requires.js': "const { Auth } = require('@auth/core').Auth\n".repeat(count),
    'calls.ts': "import('@auth/core').then(a => a.Auth(".repeat(count),
    'clauses.ts': "from 'next-auth' , ".repeat(count),
    'augmentations.ts': "declare module 'next-auth' {\n".repeat(count),
    'types.ts': "a>('next-auth');".repeat(count),
    'unsupported.ts': "import x from 'next-auth/lib'\n".repeat(count),
    'mentions.ts': `const a = '${'node_modules/'.repeat(count)}'\n${kept}`,
    'comments.ts': `${kept}${'/*'.repeat(200_000)}`,
    'tags.ts': `${kept}/**${' @import'.repeat(100_000)} */`,
    'spaces.ts': `${kept}/** @import${' '.repeat(200_000)} */`,
    'strings.ts': `${kept}${"'\\".repeat(100_000)}`,
    'expressions.ts': `${kept}${'/['.repeat(100_000)}`,
    'templates.ts': `${kept}${'`${'.repeat(count)}`,
    'elements.tsx': `${kept}${'<a>{'.repeat(count)}`,
    'nested.tsx': `${kept}${'<a>'.repeat(count)}`,
    'generics.tsx': `${kept}${'<a<'.repeat(100_000)}`,
    'closing.tsx': `${kept}<a></${' '.repeat(100_000)}x`,
    'quotes.tsx': `${kept}${"<a b='".repeat(1)}${'<a b="c" '.repeat(count)}`,
    'long.ts': `const a = "${'x'.repeat(3_000_000)}"\n${kept}`,
    'line.ts': "import '@auth/core';".repeat(count),
    'script.vue': `${'<script>'.repeat(100_000)}'next-auth'`,
    'script.svelte': `${'<script '.repeat(100_000)}'next-auth'`,
    'comment.vue': `${'<!--'.repeat(100_000)}'next-auth'`,
    'scripts.vue': `<script>import 'next-auth'</script>\n`.repeat(count),
    'page.astro': `${"<script>import 'next-auth'</script>\n".repeat(count)}`,
    'mention.astro': `${'node_modules/'.repeat(100_000)} 'next-auth'`,
  }
  test.each(Object.entries(sources))('%s', async (path, text) => {
    const app = createTempApp({ 'package.json': manifest, [path]: text })
    await expectCpuTime(maxMs, async () => expect((await app.run()).code).toBeOneOf([0, 3]))
  })

  test.each<[string, string]>([
    ['calls', `import { getToken } from 'next-auth/jwt'\n${'getToken({ a: '.repeat(count)}`],
    [
      'closed calls',
      `import { getToken } from 'next-auth/jwt'\n${'getToken({ a: '.repeat(5000)}${'})'.repeat(5000)}`,
    ],
    [
      'bindings',
      Array.from({ length: count }, (_, i) => `import { getToken as a${i} } from 'next-auth/jwt'\n`).join(''),
    ],
    ['exports', "export { default } from 'next-auth/middleware'\n".repeat(count)],
    ['providers', `import a from 'next-auth/providers/github'\n${'x = { providers: [] }\n'.repeat(count)}`],
  ])('%s of NextAuth 4', async (_, text) => {
    const app = createTempApp({ 'package.json': nextAuth4, 'a.ts': text })
    await expectCpuTime(maxMs, async () => expect((await app.run('--from', '4')).code).toBeOneOf([0, 3]))
  })

  test('dependencies', async () => {
    const entries = Array.from(
      { length: count },
      (_, i) => `"next-auth": "5.0.0-beta.${i}",\n"a${i}": "${' '.repeat(i % 100)}1"`,
    )
    const app = createTempApp({
      'package.json': `{"dependencies": {${entries.join(',')}, "react": "${' '.repeat(50_000)}x"}}`,
    })
    await expectCpuTime(maxMs, async () => expect((await app.run()).code).toBe(0))
  })

  test('packages of a workspace', async () => {
    const packages = Array.from({ length: 1000 }, (_, i) => [
      [`p${i}/package.json`, manifest],
      ...Array.from({ length: 5 }, (_, j) => [`p${i}/${j}.ts`, kept]),
    ])
    const app = createTempApp({ 'package.json': manifest, ...Object.fromEntries(packages.flat()) })
    await expectCpuTime(maxMs, async () => expect((await app.run()).err).toContain('6001 files would change'))
  })

  test('rules of a .gitignore', async () => {
    const app = createTempApp({
      'package.json': manifest,
      '.gitignore': `${'*a'.repeat(50)}b\n`,
      [`${'a'.repeat(200)}.ts`]: kept,
    })
    app.git(['init', '--quiet'])
    await expectCpuTime(maxMs, async () => expect((await app.run()).out).toContain('aaaa.ts'))
  })
})

test('nested and malformed code is reported, its packages are kept, and the other files are migrated', async () => {
  const app = createTempApp({
    'package.json': manifest,
    'a.tsx': `import { Auth } from '@auth/core'\n${'<a>'.repeat(5000)}`,
    'b.ts': "import 'next-auth'\n",
  })
  const { code, err } = await app.run('--write')
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(
      /^a\.tsx:1: this place is not searched for imports, because it is malformed or nested too deeply\n/,
    ),
  ])
  expect(app.files()['b.ts']).toBe("import 'latchkey/next'\n")
  expect(app.files()['package.json']).toContain('"@auth/core": "*"')
  expect(app.files()['package.json']).not.toContain('next-auth')
})

test('scripts are found after text that only looks like an unclosed script', () => {
  const source = `<p>a <script's tag <script-x></p>\n<script lang="constructor">b</script>\n<script lang='ts' a=">">c</script>`
  expect(extractScripts(source).scripts.map(({ text, language }) => [text, language])).toEqual([
    ['b', 'constructor'],
    ['c', 'ts'],
  ])
})

const objectMembers = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

test.each(objectMembers)(
  '%s is an ordinary name of a dependency, a language, a name and a command',
  async name => {
    const app = createTempApp({
      'package.json': `{"dependencies": {"${name}": "1", "@auth/core": "*"}, "${name}": {"${name}": "1"}, "devDependencies": {"${name}": "^2"}}`,
      'a.ts': `import { ${name} } from '@auth/core'\nimport * as all from '@auth/core/jwt'\nall.${name}()\nimport '@auth/core/providers/${name}'\n`,
      'b.vue': `<script lang="${name}">import '@auth/core'</script>`,
      [`__mocks__/${name}.ts`]: '',
    })
    const { code, err } = await app.run()
    expect([code, err]).toEqual([3, expect.stringContaining(`a.ts:1: latchkey does not export ${name}\n`)])
    const fourth = createTempApp({
      'package.json': `{"dependencies": {"${name}": "1", "next-auth": "4.24.0"}}`,
      'a.ts': `import { ${name} } from 'next-auth/jwt'\n${name}({})\nimport ${name}2 from 'next-auth/providers/${name}'\n`,
    })
    expect((await fourth.run('--from', '4')).code).toBe(3)
    const lines: string[] = []
    const print = (text: string) => void lines.push(text)
    expect(await runCommand([name, '--help'], { env: {}, cwd: '/', err: print, out: print })).toBe(2)
    expect(lines[0]).toContain(`unknown command '${name}'`)
  },
)

test.each([
  ['an array', '["next-auth"]', 'contains no JSON object'],
  ['null', 'null', 'contains no JSON object'],
  ['empty', '', 'is not valid JSON'],
  ['invalid', '{"dependencies": {"@auth/core": "*",}}', 'is not valid JSON'],
  [
    'not UTF-8',
    Buffer.from('{"dependencies": {"@auth/core": "*"}, "name": "\xff"}', 'latin1'),
    'it is not UTF-8',
  ],
  ['large', `{"dependencies": {"@auth/core": "*"}${' '.repeat(5_000_000)}}`, 'larger than 4 MiB'],
])('a package.json that is %s is reported and not changed', async (_, text, reason) => {
  const app = createTempApp({ 'a.ts': kept })
  writeFileSync(join(app.folder, 'package.json'), text)
  const before = app.files()['package.json']
  const { code, err } = await app.run('--write')
  expect([code, err]).toEqual([3, expect.stringMatching(new RegExp(`package\\.json:1: .*${reason}`))])
  expect(app.files()['package.json']).toBe(before)
})

test('a package.json with a byte order mark and escaped names is changed', async () => {
  const app = createTempApp({
    'package.json': '\ufeff{"dependencies": {"\\u006eext-auth": "5"}}',
    'a.ts': kept,
  })
  await app.run('--write', '--range', '1')
  expect(app.files()['package.json']).toBe('\ufeff{"dependencies": {"latchkey": "1"}}')
})

test('pipes, links to devices and folders with the names of files are not read', async () => {
  const app = createTempApp({ 'package.json': manifest, 'x.ts/a.ts': kept, 'inner/a.ts': kept })
  for (const name of ['pipe.ts', 'inner/.gitignore']) spawnSync('mkfifo', [join(app.folder, name)])
  symlinkSync('/dev/zero', join(app.folder, '.gitignore'))
  symlinkSync('/dev/zero', join(app.folder, 'zero.ts'))
  mkdirSync(join(app.folder, 'x.ts/.gitignore'))
  app.git(['init', '--quiet'])
  const { out } = await app.run()
  expect(out.match(/^\+\+\+ .*$/gm)).toEqual(['+++ b/inner/a.ts', '+++ b/x.ts/a.ts', '+++ b/package.json'])
})

test.each(['pipe', 'link', 'folder'])('a %s instead of package.json is refused', async kind => {
  const app = createTempApp({ 'a.ts': kept, 'other.json': manifest })
  const file = join(app.folder, 'package.json')
  if (kind === 'pipe') spawnSync('mkfifo', [file])
  if (kind === 'link') symlinkSync('other.json', file)
  if (kind === 'folder') mkdirSync(file)
  expect(await app.run('--write')).toMatchObject({
    code: 2,
    err: expect.stringContaining('contains no package.json that is a file'),
  })
})

test.each([
  ['UTF-16', Buffer.from(`\ufeff${kept}`, 'utf16le'), 'it is not UTF-8: convert it'],
  ['another encoding', Buffer.from(`${kept}// \xff`, 'latin1'), 'it is not UTF-8: convert it'],
  ['more than 4 MiB', Buffer.from(kept + ' '.repeat(5_000_000)), 'it is larger than 4 MiB'],
])('a source in %s is reported, and its packages are kept', async (_, bytes, reason) => {
  const app = createTempApp({ 'package.json': manifest, 'b.ts': "import 'next-auth'\n" })
  writeFileSync(join(app.folder, 'a.ts'), bytes)
  const { code, err } = await app.run('--write')
  expect([code, err]).toEqual([
    3,
    expect.stringContaining(`a.ts:1: this place is not searched for imports, because ${reason}\n`),
  ])
  expect(app.files()['package.json']).toMatch(/^\{"dependencies": \{"@auth\/core": "\*", "latchkey"/)
})

test('sources without a mention of Auth.js are not reported, whatever their encoding', async () => {
  const app = createTempApp({ 'package.json': manifest })
  writeFileSync(join(app.folder, 'a.ts'), Buffer.from('\xff', 'latin1'))
  writeFileSync(join(app.folder, 'b.ts'), ' '.repeat(5_000_000))
  expect((await app.run()).code).toBe(0)
})

test('folders that are too deep are reported', async () => {
  const app = createTempApp({ 'package.json': manifest })
  const script = `for (let i = 0; i < 40; i++) { const name = 'x'.repeat(200); fs.mkdirSync(name); process.chdir(name) }`
  spawnSync(process.execPath, ['-e', script], { cwd: app.folder })
  const { code, err } = await app.run()
  spawnSync('rm', ['-rf', app.folder])
  expect([code, err]).toEqual([3, expect.stringContaining('it cannot be read (ENAMETOOLONG)')])
})

test('a name of a folder that starts with two periods belongs to the app', async () => {
  const app = createTempApp({ 'package.json': nextAuth4, '..a/a.ts': "import 'next-auth'\n" })
  expect((await app.run()).out).not.toContain('..a')
})

test('members of an imported name are not imports', async () => {
  const app = createTempApp({
    'package.json': manifest,
    'a.ts': "import { AuthError } from 'next-auth'\nAuthError.captureStackTrace(a)\n",
  })
  expect((await app.run()).code).toBe(0)
})
