import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../tools/shared/gate.js'
import { createTempApp } from './temp-app.js'

/** What keeps the sign-in page of Auth.js. */
const layoutNote =
  "pages: { layout: 'stacked' } keeps all forms on one sign-in page, as in Auth.js. Remove it to show one field first."
/** How to keep it in a configuration that the command cannot see. */
const unknownLayoutNote =
  "The built-in sign-in page shows one field first. To keep all forms on one page, set pages: { layout: 'stacked' }."

const { version } = JSON.parse(readFileSync(`${projectRoot}/package.json`, 'utf8'))

const manifest = `{
  "name": "shop",
  "dependencies": {
    "@auth/core": "0.41.3",
    "@auth/express": "0.12.3",
    "express": "5.3.0"
  },
  "devDependencies": {
    "vitest": "4.1.12"
  }
}
`
const auth = (latchkey: boolean) => `import { ExpressAuth } from '${latchkey ? 'latchkey' : '@auth'}/express'
import Credentials from '${latchkey ? 'latchkey' : '@auth/core'}/providers/credentials'

export const auth = ExpressAuth({ ${latchkey ? "pages: { layout: 'stacked' }, " : ''}providers: [Credentials({})] })
`
const migratedManifest = `{
  "name": "shop",
  "dependencies": {
    "latchkey": "^${version}",
    "express": "5.3.0"
  },
  "devDependencies": {
    "vitest": "4.1.12"
  }
}
`
const shop = { 'package.json': manifest, 'src/auth.ts': auth(false), 'README.md': "import '@auth/express'" }

test('without --write, the changes are printed as a patch and no file is changed', async () => {
  const app = createTempApp(shop)
  const { code, out, err } = await app.run()
  expect(code).toBe(0)
  expect(out).toBe(`--- a/src/auth.ts
+++ b/src/auth.ts
@@ -1,4 +1,4 @@
-import { ExpressAuth } from '@auth/express'
-import Credentials from '@auth/core/providers/credentials'
+import { ExpressAuth } from 'latchkey/express'
+import Credentials from 'latchkey/providers/credentials'
 
-export const auth = ExpressAuth({ providers: [Credentials({})] })
+export const auth = ExpressAuth({ pages: { layout: 'stacked' }, providers: [Credentials({})] })
--- a/package.json
+++ b/package.json
@@ -1,8 +1,7 @@
 {
   "name": "shop",
   "dependencies": {
-    "@auth/core": "0.41.3",
-    "@auth/express": "0.12.3",
+    "latchkey": "^${version}",
     "express": "5.3.0"
   },
   "devDependencies": {
`)
  expect(err.split('\n')).toEqual(['2 files would change. Add --write to change them.', layoutNote, ''])
  expect(app.files()).toEqual(shop)
})

test('with --write, the app is migrated, and a second run changes nothing', async () => {
  const app = createTempApp(shop)
  expect(await app.run('--write')).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringMatching(/^2 files changed/),
  })
  const files = { ...shop, 'package.json': migratedManifest, 'src/auth.ts': auth(true) }
  expect(app.files()).toEqual(files)
  expect(await app.run('--write')).toEqual({ code: 0, out: '', err: 'Nothing to change.\n' })
  expect(app.files()).toEqual(files)
})

test('the folder and the version range may be given as arguments', async () => {
  const app = createTempApp({
    'apps/shop/package.json': manifest,
    'apps/shop/auth.js': auth(false),
    'b.js': auth(false),
  })
  const { out } = await app.run('apps/shop', '--range', 'workspace:*')
  expect(out).toContain('+++ b/apps/shop/auth.js\n')
  expect(out).not.toContain('b.js')
  expect(out).toContain('+    "latchkey": "workspace:*",')
})

test.each([[['--force']], [['a', 'b']], [['--range']], [['src']]])(
  'prints the usage if the arguments are %j',
  async args => {
    const app = createTempApp({ ...shop })
    const { code, err } = await app.run(...args)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/Usage: latchkey migrate-imports|Pass the folder of the app/),
    ])
    expect(await app.run('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Exit codes: 0 complete'),
    })
  },
)

test('references that cannot be migrated are listed by file and line, keep their package, and exit with 3', async () => {
  const app = createTempApp({
    'package.json': '{\n  "dependencies": {\n    "@auth/core": "0.41.3"\n  }\n}',
    'a.ts': "import { Auth } from '@auth/core'\n",
    'lib/b.ts': "\n\nimport { secret } from '@auth/core/lib/secret'\n",
    'tsconfig.json': '{ "compilerOptions": { "types": ["@auth/core"] } }',
  })
  const { code, err } = await app.run('--write')
  expect(code).toBe(3)
  expect(err.split('\n')).toEqual([
    'lib/b.ts:3: @auth/core/lib/secret has no equivalent in Latchkey',
    'tsconfig.json:1: @auth/core is mentioned here, in a file that is not searched for imports',
    'package.json:3: @auth/core is kept for the places above that need it (nothing to do)',
    '2 files changed.',
    '2 places to change by hand: see above and docs/guides/migrate-from-authjs.md.',
    unknownLayoutNote,
    'The dependencies changed. Run your package manager.',
    '',
  ])
  expect(app.files()).toMatchObject({
    'a.ts': "import { Auth } from 'latchkey'\n",
    'package.json': `{\n  "dependencies": {\n    "@auth/core": "0.41.3",\n    "latchkey": "^${version}"\n  }\n}`,
  })
  expect((await app.run('--write')).err).toContain('Nothing to change.')
})

test('an app of @auth/qwik stays as it is, and the guide to move by hand is named', async () => {
  const files = {
    'package.json': '{\n  "dependencies": {\n    "@auth/qwik": "0.9.1"\n  }\n}',
    'src/plugin@auth.ts':
      "import { QwikAuth$ } from '@auth/qwik'\nimport GitHub from '@auth/qwik/providers/github'\n",
  }
  const app = createTempApp(files)
  const { code, err } = await app.run('--write')
  expect(code).toBe(3)
  expect(err.split('\n')).toEqual([
    'src/plugin@auth.ts:1: @auth/qwik is replaced by latchkey/qwik-city, which has other functions: see docs/frameworks/qwik-city.md#move-from-authqwik',
    'src/plugin@auth.ts:2: @auth/qwik/providers/github moves with @auth/qwik: replace it with latchkey/providers/github',
    'package.json:3: @auth/qwik is replaced by latchkey/qwik-city, which has other functions: see docs/frameworks/qwik-city.md#move-from-authqwik',
    'Nothing to change.',
    '3 places to change by hand: see above and docs/guides/migrate-from-authjs.md.',
    '',
  ])
  expect(app.files()).toEqual(files)
})

test('ignored, installed and linked files are not changed', async () => {
  const app = createTempApp({
    'package.json': manifest,
    '.gitignore': '# built\n/out/\n*.gen.ts\n!kept.gen.ts\ndocs/**/old\nlogs/*.js\ntemp\\ \n',
    'out/a.ts': auth(false),
    'src/out/a.ts': auth(false),
    'src/a.gen.ts': auth(false),
    'src/kept.gen.ts': auth(false),
    'src/docs/old/a.ts': auth(false),
    'docs/x/y/old/a.ts': auth(false),
    'logs/a.js': auth(false),
    'logs/x/a.js': auth(false),
    'src/.gitignore': 'deep.ts\n!*.gen.ts\n',
    'src/x/deep.ts': auth(false),
    'node_modules/a/index.js': auth(false),
    '.next/a.js': auth(false),
  })
  app.git(['init', '--quiet'])
  const { out } = await app.run()
  const shown = [...out.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path]) => path)
  expect(shown).toEqual([
    'logs/x/a.js',
    'src/a.gen.ts',
    'src/docs/old/a.ts',
    'src/kept.gen.ts',
    'src/out/a.ts',
    'package.json',
  ])
  const byGit = app.git([
    'check-ignore',
    ...Object.keys(app.files()).filter(path => path !== 'node_modules/a'),
  ])
  for (const path of shown) expect(byGit.split('\n')).not.toContain(path)
  expect(byGit.split('\n').filter(path => /\.[jt]s$/.test(path))).toHaveLength(4)
})

test('the .gitignore files of parent folders apply', async () => {
  const app = createTempApp({
    '.gitignore': 'shop/gen\n',
    'shop/package.json': manifest,
    'shop/gen/a.ts': auth(false),
  })
  app.git(['init', '--quiet'])
  expect((await app.run('shop')).out).not.toContain('gen/a.ts')
})

test('the printed patch equals the changes of --write and can be reversed', async () => {
  const long = (name: string) =>
    `${'// a line\n'.repeat(9)}import '${name}'\n${'\n'.repeat(7)}export * from '${name}'`
  const files = {
    ...shop,
    'src/(my app)/[...a].ts': long('@auth/core'),
    'src/long.ts': long('@auth/core'),
    'src/lines.js': "import '@auth/core'\r\n\r\nimport '@auth/core/jwt'\r\n",
    'src/one.js': "import '@auth/core'; import '@auth/core/jwt'",
  }
  const [shown, written] = [createTempApp(files), createTempApp(files)]
  const { out } = await shown.run()
  await written.run('--write')
  shown.git(['apply', '--whitespace=nowarn', '-'], out)
  expect(shown.files()).toEqual(written.files())
  expect(shown.files()).toMatchObject({
    'src/(my app)/[...a].ts': long('latchkey'),
    'src/long.ts': long('latchkey'),
    'src/lines.js': "import 'latchkey'\r\n\r\nimport 'latchkey/jwt'\r\n",
    'src/one.js': "import 'latchkey'; import 'latchkey/jwt'",
  })
  shown.git(['apply', '--reverse', '--whitespace=nowarn', '-'], out)
  expect(shown.files()).toEqual(files)
})

test('files keep their mode and their byte order mark', async () => {
  const app = createTempApp({ ...shop, 'bin/www': '', 'bin/www.js': `\uFEFF${auth(false)}` })
  app.chmod('bin/www.js', 0o755)
  await app.run('--write')
  expect(app.mode('bin/www.js')).toBe(0o755)
  expect(app.files()['bin/www.js']).toBe(`\uFEFF${auth(true)}`)
})

test('if one file cannot be written, no file is changed', async () => {
  const app = createTempApp({ ...shop, 'src/b.ts': auth(false) })
  // A file with the name of the temporary file exists.
  app.write(`src/b.ts.latchkey-${process.pid}`, 'precious')
  const before = app.files()
  const { code, err } = await app.run('--write')
  expect([code, err]).toEqual([1, expect.stringMatching(/^No file was changed\. EEXIST/)])
  expect(app.files()).toEqual(before)
})
