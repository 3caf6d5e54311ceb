import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, type Edit } from '../../../src/cli/codemod/edits.js'
import { createUnifiedDiff } from '../../../src/cli/codemod/unified-diff.js'
import { hasAllCases } from '../../support/fire.js'
import { createTempApp, type Files } from './temp-app.js'

/** Name, command and arguments of a tool that applies a patch. */
type PatchTool = readonly [name: string, command: string, args: readonly string[]]

const tools: readonly PatchTool[] = [
  ['git apply', 'git', ['apply', '-p1', '--whitespace=nowarn', '-']],
  ['patch -p1', 'patch', ['-p1', '--force', '--silent', '--binary']],
]

/** A file with the edits of a plan. */
interface EditedFile {
  readonly source: string
  readonly edits: readonly Edit[]
}

/** Applies a patch. @returns what the tool printed if it failed */
function applyPatch([, command, args]: PatchTool, cwd: string, input: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, input, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}` || 'failed'
}

const nastyName = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'B',
        ' ',
        '  ',
        '-',
        '--- ',
        '+++ b',
        '@@ ',
        ' b',
        "'",
        '"',
        '\\',
        '\\n',
        '\\101',
        '..',
        '%',
        '$(x)',
      ),
      fc.constantFrom(
        '\n',
        '\r',
        '\t',
        '\x07',
        '\x1b[2J',
        '\x7f',
        '\x85',
        '\u2028',
        '\u2029',
        '\u202e',
        '\ufeff',
        'é',
        '日本',
        '😀',
        '\u00a0',
      ),
      fc.constantFrom(
        '\n--- a/victim.ts\n+++ b',
        '\t2020-01-01 00:00:00 +0000',
        '\n+++ b',
        'diff --git a',
        'rename from ',
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map(parts => parts.join(''))
  .filter(name => !/^\.{1,2}$/.test(name) && Buffer.byteLength(name) < 200)

const path = fc
  .tuple(fc.array(nastyName, { maxLength: 2 }), nastyName)
  .map(([folders, name]) => [...folders.map(folder => `${folder}_`), `${name}.ts`].join('/'))

const line = fc.oneof(
  fc.constantFrom('', 'a', 'a', 'b', '-- x', '++ x', '@@ -1,1 +1,1 @@', '--- a/victim.ts', '+++ b/victim.ts'),
  fc.constantFrom(
    '\\ No newline at end of file',
    'diff --git a/a b/a',
    'Index: victim.ts',
    ' b',
    '\ta',
    '\x1b[0m',
    '\u2028',
    '日本',
  ),
)
const content = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 30 }), line)
  .map(([lines, last]) => lines.flat().join('') + last)

const editedFile = fc
  .tuple(
    content.filter(text => text !== ''),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 9 }), content), { minLength: 1, maxLength: 4 }),
  )
  .map(([source, ranges]): EditedFile => {
    const edits: Edit[] = []
    let from = 0
    for (const [offset, length, text] of ranges.sort(
      ([a], [b]) => (a % (source.length + 1)) - (b % (source.length + 1)),
    )) {
      const start = Math.max(from, offset % (source.length + 1))
      const end = Math.min(source.length, start + length)
      if (edits.length > 0 && start <= from) continue
      edits.push({ start, end, text })
      from = end
    }
    return { source, edits }
  })
  // An app's sources are never created or removed.
  .filter(({ source, edits }) => ![source, ''].includes(applyEdits(source, edits)))

const victims: Files = { 'victim.ts': 'a\nb\n', 'a.ts': 'a\nb\n', 'b/victim.ts': 'a\n', '-': 'a\n' }

test.each(tools)(
  'for random names and contents, %s of the patch gives the planned contents and changes no other file',
  { timeout: 120_000 },
  (...tool) => {
    fc.assert(
      fc.property(
        fc.dictionary(path, editedFile, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
        files => {
          const entries = Object.entries(files)
          const app = createTempApp({ ...victims, ...mapValues(files, ({ source }) => source) })
          const diff = entries
            .map(([name, { source, edits }]) => createUnifiedDiff(name, source, edits))
            .join('')
          expect(applyPatch(tool, app.folder, diff)).toBe('')
          expect(app.files()).toEqual({
            ...victims,
            ...mapValues(files, ({ source, edits }) => applyEdits(source, edits)),
          })
          rmSync(app.folder, { recursive: true })
        },
      ),
      { numRuns: hasAllCases ? 100 : 25 },
    )
  },
)

function mapValues<T>(files: Readonly<Record<string, T>>, toText: (file: T) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, toText(file)]))
}

const manifest = '{"dependencies": {"@auth/core": "*"}}'
const source = (name: string) => `import '${name}'\n`
const forgedName = "x\n--- a/victim.ts\n+++ b/victim.ts\n@@ -1,1 +1,1 @@\n-import 'a'\n+import 'evil'\n.ts"
const nastyNames = [
  forgedName.replaceAll('/', '∕'),
  'a\rb.ts',
  'a\tb.ts',
  'a\t2020-01-01 00:00:00.000000000 +0000.ts',
  'a"b.ts',
  '"a.ts',
  'a\\b.ts',
  '-a.ts',
  '--- a.ts',
  'a b.ts',
  ' a.ts',
  'folder /a.ts',
  'a b/a.ts',
  '..a/a.ts',
  'a\u2028b.ts',
  'a\u202eb.ts',
  'a\x1b[2J\x07b.ts',
  'a\x9b31mb.ts',
  'A.ts',
  'dev/null.ts',
]

test.each(tools)('%s changes the files with unusual names that the command planned', async (...tool) => {
  const names = ['a.ts', 'victim.ts', ...nastyNames]
  const files = {
    'package.json': manifest,
    ...Object.fromEntries(names.map(name => [name, source('@auth/core')])),
  }
  const [shown, written] = [createTempApp(files), createTempApp(files)]
  const { out, err } = await shown.run()
  await written.run('--write')
  expect(err).not.toMatch(/[^\P{Cc}\n]/u)
  expect(applyPatch(tool, shown.folder, out)).toBe('')
  expect(shown.files()).toEqual(written.files())
  for (const name of names) expect(shown.files()[name], name).toBe(source('latchkey'))
})

test('a name that contains a patch header changes no other file', async () => {
  const folders = "x\n--- a/victim.ts\n+++ b/victim.ts\n@@ -1 +1 @@\n-import 'a'\n+import 'evil'\n--- a/y.ts"
  for (const tool of tools) {
    const app = createTempApp({
      'package.json': manifest,
      'victim.ts': "import 'a'\n",
      [folders]: source('@auth/core'),
    })
    const { out } = await app.run()
    expect(applyPatch(tool, app.folder, out)).toBe('')
    expect(app.files()).toMatchObject({ 'victim.ts': "import 'a'\n", [folders]: source('latchkey') })
  }
})

test.each(['../a.ts', 'a/../../a.ts', '/a.ts', 'a//b.ts', './a.ts'])('a patch cannot name %s', name => {
  const edits = [{ start: 0, end: 1, text: 'b' }]
  expect(() => createUnifiedDiff(name, 'a\n', edits)).toThrow(/must be inside of the folder/)
})

test.each(tools)(
  'the patch for a folder outside of the working directory can be applied in the folder by %s',
  async (...tool) => {
    const app = createTempApp({
      'app/package.json': manifest,
      'app/a.ts': source('@auth/core'),
      'other/a.ts': source('@auth/core'),
    })
    symlinkSync('app', join(app.folder, 'link'))
    for (const folder of ['../app', '../link', app.folder.concat('/app')]) {
      const { out, err } = await app.runIn('other', folder)
      expect(out).toContain('+++ b/a.ts\n')
      expect(err).toContain(
        `The paths of the patch start in ${join(app.folder, 'other', folder.startsWith('/') ? '../app' : folder)}`,
      )
    }
    const { out } = await app.run('link')
    expect(out).toContain('+++ b/a.ts\n')
    expect(applyPatch(tool, join(app.folder, 'app'), out)).toBe('')
    expect(app.files()).toMatchObject({ 'app/a.ts': source('latchkey'), 'other/a.ts': source('@auth/core') })
  },
)

test('files behind symbolic links are neither planned nor changed', async () => {
  const outside = createTempApp({ 'a.ts': source('@auth/core'), 'folder/b.ts': source('@auth/core') })
  const app = createTempApp({ 'package.json': manifest })
  symlinkSync(join(outside.folder, 'a.ts'), join(app.folder, 'a.ts'))
  symlinkSync(join(outside.folder, 'folder'), join(app.folder, 'folder'))
  symlinkSync('.', join(app.folder, 'cycle'))
  const before = outside.files()
  const { out } = await app.run()
  expect(out.match(/^\+\+\+ .*$/gm)).toEqual(['+++ b/package.json'])
  await app.run('--write')
  expect(outside.files()).toEqual(before)
})

test('a file name that is not UTF-8 is reported, and its packages are kept', async () => {
  const app = createTempApp({ 'package.json': manifest, 'a\ufffd.ts': source('@auth/core'), 'plain.ts': '' })
  const toName = (text: string) => Buffer.concat([Buffer.from(`${app.folder}/`), Buffer.from(text, 'latin1')])
  writeFileSync(toName('a\xff.ts'), source('@auth/core'))
  writeFileSync(toName('b\xff.ts'), 'export {}\n')
  mkdirSync(toName('c\xff'))
  const { code, out, err } = await app.run()
  expect(code).toBe(3)
  expect(err.split('\n').slice(0, 3)).toEqual([
    'a\ufffd.ts:1: this place is not searched for imports, because its name is not UTF-8: rename it',
    'c\ufffd:1: this place is not searched for imports, because its name is not UTF-8: rename it',
    'package.json:1: @auth/core is kept for the places above that need it (nothing to do)',
  ])
  for (const tool of tools) {
    const copy = createTempApp({ 'package.json': manifest, 'a\ufffd.ts': source('@auth/core') })
    expect(applyPatch(tool, copy.folder, out)).toBe('')
    expect(copy.files()['a\ufffd.ts']).toBe(source('latchkey'))
  }
  expect((await app.run('--write')).code).toBe(3)
  expect(readFileSync(toName('a\xff.ts'), 'utf8')).toBe(source('@auth/core'))
  expect(readFileSync(join(app.folder, 'package.json'), 'utf8')).toContain('"@auth/core": "*"')
})

test('a terminal receives the patch with escaped control characters, and a file receives it unchanged', async () => {
  const app = createTempApp({
    'package.json': manifest,
    'a.ts': `import '@auth/core'\n// \x1b[2J\x9b31m\u202e\r\n`,
  })
  const terminal = await app.runIn('.', { isTerminal: true })
  expect(terminal.out).toContain(' // \\x1b[2J\\x9b31m\\u202e\r\n')
  expect(terminal.err).toContain('Save the patch to a file to apply it')
  const file = await app.run()
  expect(file.out).toContain(' // \x1b[2J\x9b31m\u202e\r\n')
  expect(file.err).toMatch(/^2 files would change\. Add --write to change them\.\n/)
})

test('file names, specifiers and dependency names are printed without control characters', async () => {
  const sequence = '\x1b]0;x\x07\x9b2J\u202e'
  const app = createTempApp({
    'package.json': JSON.stringify({
      dependencies: {
        '@auth/core': '*',
        [`@auth/${sequence}`]: '*',
        '@next-auth/a\u001b[2J': '1',
        next: `\x1b[2J1`,
      },
      overrides: { a: `next-auth/${sequence}` },
    }).replaceAll('\\u001b', '\x1b'),
    [`a${sequence}\nb.ts`]: `import '@auth/core/${sequence}'\nimport x from "next-auth/\x1b"\nvar f = require('@auth/core/\u2028')\n`,
    [`c${sequence}.astro`]: `import '@auth/core/${sequence}'\n`,
    [`__mocks__/next-auth/${sequence}.ts`]: '',
  })
  const { out, err } = await app.run()
  expect(err).toContain('a\\x1b]0;x\\x07\\x9b2J\\u202e\\nb.ts:1: @auth/core/\\x1b]0;x')
  for (const text of [err, out.replace(/^[ +-](?!--|\+\+).*$/gm, '')])
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}|\p{Zl}/u)
})

test('an error of the file system is printed without control characters', async () => {
  const name = 'a\x1b[2J\nNothing to change.ts'
  const app = createTempApp({ 'package.json': manifest, [name]: source('@auth/core') })
  app.write(`${name}.latchkey-${process.pid}`, '')
  const { code, err } = await app.run('--write')
  expect([code, err.split('\n').length]).toEqual([1, 2])
  expect(err).toMatch(/^No file was changed\. EEXIST.*a\\x1b\[2J\\nNothing/)
  const missing = await app.run('x\x1b[2J')
  expect([missing.code, missing.err]).toEqual([
    2,
    expect.stringContaining('x\\x1b[2J contains no package.json'),
  ])
})

test.each(['file', 'link', 'linked folder', 'pipe'])(
  'a file that is replaced by another (%s) before the write is not changed, and neither is any other',
  async kind => {
    const outside = createTempApp({ 'a.ts': source('@auth/core'), 'x/a.ts': source('@auth/core') })
    const app = createTempApp({
      'package.json': manifest,
      'x/a.ts': source('@auth/core'),
      'b.ts': source('@auth/core'),
    })
    const file = join(app.folder, 'x/a.ts')
    const replace = () => {
      rmSync(kind === 'linked folder' ? dirname(file) : file, { recursive: true })
      if (kind === 'link') symlinkSync(join(outside.folder, 'a.ts'), file)
      if (kind === 'linked folder') symlinkSync(join(outside.folder, 'x'), dirname(file))
      if (kind === 'pipe') spawnSync('mkfifo', [file])
      if (kind === 'file') writeFileSync(file, 'precious')
    }
    const { planCodemod } = await import('../../../src/cli/codemod/plan-codemod.js')
    const { writeFiles } = await import('../../../src/cli/codemod/write-files.js')
    const { files } = planCodemod(app.folder, app.folder, { nextAuth4: null })
    replace()
    const before = [app.files(), outside.files(), readdirSync(app.folder, { recursive: true }).sort()]
    expect(() => writeFiles(files)).toThrow(/changed by another process|not a regular file|ELOOP/)
    expect([app.files(), outside.files(), readdirSync(app.folder, { recursive: true }).sort()]).toEqual(
      before,
    )
  },
)

test('a read-only file is changed and keeps its mode, as with patch', async () => {
  const app = createTempApp({ 'package.json': manifest, 'a.ts': source('@auth/core') })
  app.chmod('a.ts', 0o444)
  expect((await app.run('--write')).code).toBe(0)
  expect([app.files()['a.ts'], app.mode('a.ts')]).toEqual([source('latchkey'), 0o444])
})
