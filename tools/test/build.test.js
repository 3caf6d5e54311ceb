import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from '../build.js'
import { projectRoot } from '../shared/gate.js'
import { listFiles } from '../shared/source-tree.js'
import { readManifest } from '../shared/subpaths.js'
import { createConfiguredFixture, createManifestWith, getTargets } from './fixture.js'

describe('the build', () => {
  test('writes an entry and its declarations for each public module, and removes other files', async () => {
    const root = createConfiguredFixture({
      'src/core/handle.ts': "export const handle = async () => (await import('../pages/html.js')).html\n",
      'src/core/auth.ts': "/** Answers. */\nexport { handle as Auth } from './handle.js'\n",
      'src/jwt.ts':
        "import { AuthError } from './errors.js'\n\nexport const decode = () => new AuthError()\n",
      'src/providers.ts': "export { Auth } from './core/auth.js'\n",
      'src/pages/html.ts': "export const html = '</script>'\n",
      'dist/core/old.js': '',
      'dist/core/old.d.ts.map': '',
    })
    expect(await build(root)).toEqual([])
    expect(listFiles(join(root, 'dist'), '.', /./)).toEqual([
      'adapters.d.ts',
      'adapters.js',
      'core/auth.d.ts',
      'core/handle.d.ts',
      'errors.d.ts',
      'errors.js',
      'index.d.ts',
      'index.js',
      'jwt.d.ts',
      'jwt.js',
      'pages/html.js',
      'providers.d.ts',
      'providers.js',
      'providers/harbor.d.ts',
      'providers/harbor.js',
      'types.d.ts',
      'types.js',
      'types/user.d.ts',
    ])
    const index = await import(join(root, 'dist/index.js'))
    const providers = await import(join(root, 'dist/providers.js'))
    expect(await index.Auth()).toBe('</script>')
    expect(providers.Auth).toBe(index.Auth)
  })

  test('keeps the directive of the React client', async () => {
    const client = "'use client'\n\nexport const read = () => 'session'\n"
    const root = createConfiguredFixture({
      'package.json': createManifestWith({ './react': getTargets('client/react/index') }),
      'src/client/react/index.ts': client,
    })
    expect(await build(root)).toEqual([])
    expect(readFileSync(join(root, 'dist/client/react/index.js'), 'utf8')).toMatch(/^"use client";/)
  })

  test('copies the packages of the CLI with their licenses, so that it needs no package', async () => {
    const root = createConfiguredFixture({
      'src/cli/commander.ts': "export { Command } from 'commander'\n",
      'src/cli/dev/mail/packages.ts': "export { SMTPServer } from 'smtp-server'\n",
      'src/cli/latchkey.ts':
        "import { Command } from './commander.js'\n\nnew Command('harbor').parse()\nimport('./dev/mail/packages.js').then(({ SMTPServer }) => new SMTPServer())\n",
      'package.json': JSON.stringify({
        ...readManifest(createConfiguredFixture({})),
        bin: { harbor: './dist/cli/latchkey.js' },
      }),
    })
    expect(await build(root)).toEqual([])
    const files = listFiles(join(root, 'dist'), '.', /\.js$/).map(path =>
      readFileSync(join(root, 'dist', path), 'utf8'),
    )
    expect(files.filter(text => /from ['"](?:commander|smtp-server|nodemailer|punycode)/.test(text))).toEqual(
      [],
    )
    const notices = [
      /commander 1[\s\S]+TJ Holowaychuk/,
      /smtp-server 3[\s\S]+Reinman/,
      /punycode.js 2[\s\S]+Bynens/,
    ]
    for (const notice of notices) expect(files.filter(text => notice.test(text))).toHaveLength(1)
  })

  test('runs before `npm pack`, so that an outdated file is never published', () => {
    const { scripts } = readManifest(projectRoot)
    expect(scripts.prepack).toBe(scripts.build)
  })

  test('fails if the code does not compile, and keeps the last build', async () => {
    const root = createConfiguredFixture({
      'src/core/auth.ts': 'export const Auth: string = 1\n',
      'dist/core/auth.js': 'last',
    })
    expect(await build(root)).toEqual([expect.stringContaining('src/core/auth.ts(1,14): error TS2322')])
    expect(readFileSync(join(root, 'dist/core/auth.js'), 'utf8')).toBe('last')
  })
})
