import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from './run-cli.js'
import { createTempApp, type Files } from './temp-app.js'

interface Manifest {
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies: readonly string[]
}

function createManifest({ dependencies, ...rest }: Manifest): string {
  const entries = dependencies.map(name => [name, '*'])
  return `${JSON.stringify({ name: 'app', ...rest, dependencies: Object.fromEntries(entries) }, null, 2)}\n`
}

/** Runs the command in an app, and writes what it plans. */
async function init(files: Files, ...args: string[]) {
  const app = createTempApp(files)
  const result = await runCli(['init', '--write', '--no-install', ...args], { cwd: app.folder })
  return { ...app, result, manifest: JSON.parse(app.files()['package.json'] ?? '') }
}

const express = "import express from 'express'\n\nconst app = express()\napp.listen(3009)\n"

function createExpress(manifest: Partial<Manifest>, files: Files = {}): Files {
  const { dependencies = [], ...rest } = manifest
  return {
    'package.json': createManifest({ type: 'module', ...rest, dependencies: ['express', ...dependencies] }),
    'index.js': express,
    ...files,
  }
}

describe('latchkey init and the scripts of a server', () => {
  test.each([
    ['node index.js', 'node --env-file=.env index.js'],
    ['node --watch index.js', 'node --env-file=.env --watch index.js'],
    ['node .', 'node --env-file=.env .'],
    ['tsx src/index.ts', 'tsx --env-file=.env src/index.ts'],
    ['tsx watch src/index.ts', 'tsx watch --env-file=.env src/index.ts'],
    ['nodemon index.js', 'nodemon --env-file=.env index.js'],
    ['NODE_ENV=production node dist/index.js', 'NODE_ENV=production node --env-file=.env dist/index.js'],
    ['cross-env PORT=3009 node index.js', 'cross-env PORT=3009 node --env-file=.env index.js'],
    ['nest start --watch', 'nest start --exec "node --env-file=.env" --watch'],
  ])('%s reads `.env`', async (start, changed) => {
    const scripts = { build: 'node build.js', start, test: 'node --test' }
    const { result, manifest } = await init(createExpress({ scripts }))
    expect(result.code).toBe(0)
    expect(manifest.scripts).toEqual({ ...scripts, start: changed })
    expect(result.out).toContain(`+    "start": ${JSON.stringify(changed)},`)
    expect(result.err).not.toContain('add it to your scripts')
  })

  test.each([
    'npm run build && node index.js',
    'node index.js > log.txt',
    'node -e "import(\'./index.js\')"',
    'nodemon src/index.ts',
    'ts-node src/index.ts',
    'concurrently "node index.js" "vite"',
    'nest start --exec "node --inspect"',
  ])('%s is not certain, so it is named', async start => {
    const { result, manifest } = await init(createExpress({ scripts: { start } }))
    expect(result.code).toBe(3)
    expect(result.err).toContain(
      `To change by hand in package.json: The script "start" (\`${start}\`) does not read .env. Start Node with \`--env-file=.env\`.`,
    )
    expect(manifest.scripts).toEqual({ start })
  })

  test.each([
    ['node --env-file=.env index.js', []],
    ['dotenv -- node index.js', []],
    ['node index.js', ['dotenv']],
  ])('%s with %j stays, because it reads `.env`', async (start, dependencies) => {
    const { result, manifest } = await init(createExpress({ scripts: { start }, dependencies }))
    expect(result).toMatchObject({ code: 0, err: expect.not.stringContaining('add it to your scripts') })
    expect(manifest.scripts).toEqual({ start })
  })

  test.each([
    ['>=22.9', '--env-file-if-exists'],
    ['^24.0.0', '--env-file-if-exists'],
    ['>=20', '--env-file'],
    ['^20 || ^24', '--env-file'],
    ['22', '--env-file'],
  ])('with Node %s, uses %s', async (node, flag) => {
    const { manifest } = await init(createExpress({ scripts: { start: 'node index.js' }, engines: { node } }))
    expect(manifest.scripts.start).toBe(`node ${flag}=.env index.js`)
  })

  test('an app of a bundler keeps its scripts', async () => {
    const files = {
      'package.json': createManifest({ scripts: { start: 'node server.js' }, dependencies: ['next'] }),
    }
    expect((await init(files)).files()['package.json']).toBe(files['package.json'])
  })
})

describe('latchkey init and CommonJS', () => {
  test.each([
    [
      'Express',
      'express',
      "const express = require('express');\nconst app = express();\napp.listen(3000);\n",
      "const express = require('express');\nconst { ExpressAuth } = require('latchkey/express');\nconst { authConfig } = require('./auth.mjs');\nconst app = express();\napp.use('/auth', ExpressAuth(authConfig));\napp.listen(3000);\n",
    ],
    [
      'Express in one line',
      'express',
      "const express=require('express');const app=express();app.listen(3007)",
      "const express=require('express');\nconst { ExpressAuth } = require('latchkey/express');\n\nconst { authConfig } = require('./auth.mjs');\nconst app=express();\napp.use('/auth', ExpressAuth(authConfig));\napp.listen(3007)",
    ],
    [
      'Koa',
      'koa',
      'const Koa = require("koa")\n\nconst app = new Koa()\n',
      'const Koa = require("koa")\nconst { auth } = require("./auth.mjs")\n\nconst app = new Koa()\napp.use(auth)\n',
    ],
    [
      'Hono',
      'hono',
      "const { serve } = require('@hono/node-server')\nconst { Hono } = require('hono')\nconst app = new Hono()\n",
      "const { serve } = require('@hono/node-server')\nconst { Hono } = require('hono')\nconst { auth } = require('./auth.mjs')\nconst app = new Hono().use(auth)\n",
    ],
  ])(
    '%s: a server with `require` gets a configuration that it can require',
    async (_, name, source, changed) => {
      const { files, result } = await init({
        'package.json': createManifest({ type: 'commonjs', dependencies: [name] }),
        'index.js': source,
      })
      expect(result.code).toBe(0)
      expect(files()['index.js']).toBe(changed)
      expect(files()['auth.mjs']).toMatch(/^import [\s\S]*export const/)
      expect(Object.keys(files())).not.toContain('auth.js')
    },
  )

  test('the result has no syntax error', async () => {
    const { folder } = await init({
      'package.json': createManifest({ type: 'commonjs', dependencies: ['express'] }),
      'index.js': "const express=require('express');const app=express();app.listen(3007)",
    })
    for (const path of ['index.js', 'auth.mjs'])
      execFileSync(process.execPath, ['--check', join(folder, path)])
    expect(readFileSync(join(folder, 'index.js'), 'utf8')).toContain('auth.mjs')
  })

  test('`latchkey add` edits the configuration', async () => {
    const app = await init({
      'package.json': createManifest({ dependencies: ['express', 'kysely', 'libsql', 'nodemailer'] }),
      'index.js': "const express = require('express')\nconst app = express()\n",
    })
    expect((await runCli(['add', 'github', '--write'], { cwd: app.folder })).code).toBe(0)
    expect(app.files()['auth.mjs']).toMatch(/providers: \[Nodemailer\(.*\), GitHub\]/)
  })

  test('a server with `import` in a CommonJS package gets the type of its modules', async () => {
    const { result, manifest } = await init(createExpress({ type: 'commonjs' }))
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining('+  "type": "module"') })
    expect(manifest.type).toBe('module')
  })

  test.each<[string, Files]>([
    ['old.js', { 'old.js': 'module.exports = 1\n' }],
    ['lib.js', { 'lib.js': "export { a } from './a'\n" }],
    ['folder.js', { 'folder.js': 'export const folder = __dirname\n' }],
    ['tests', { 'tests/a.js': '' }],
  ])('the type is not set if it breaks %s', async (broken, files) => {
    const { result, manifest } = await init(createExpress({ type: 'commonjs' }, files))
    expect(result).toMatchObject({
      code: 3,
      err: expect.stringContaining(`change what is CommonJS: ${broken}.`),
    })
    expect(manifest.type).toBe('commonjs')
  })

  const commented =
    '{\n  // "module": "commonjs",\n  "compilerOptions": {\n    "module": "nodenext", // a\n    "verbatimModuleSyntax": true,\n  }\n}\n'

  test.each<[string, Files, string | undefined, number, RegExp | null]>([
    ['what `tsc --init` writes', { 'tsconfig.json': commented }, 'module', 0, null],
    ['nodenext', { 'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" } }' }, 'commonjs', 0, null],
    [
      'commonjs',
      { 'tsconfig.json': '{ "compilerOptions": { "module": "commonjs" } }' },
      'commonjs',
      3,
      /Set "module": "nodenext"/,
    ],
    [
      'verbatim CommonJS',
      {
        'tsconfig.json':
          '{ "compilerOptions": { "module": "CommonJS", "moduleResolution": "bundler", "verbatimModuleSyntax": true } }',
      },
      'commonjs',
      3,
      /Set "module": "nodenext"/,
    ],
    [
      'CommonJS with a bundler',
      { 'tsconfig.json': '{ "compilerOptions": { "module": "commonjs", "moduleResolution": "bundler" } }' },
      'commonjs',
      0,
      null,
    ],
  ])('TypeScript with %s', async (_, files, type, code, message) => {
    const { result, manifest } = await init({
      'package.json': createManifest({ type: 'commonjs', dependencies: ['express', 'tsx', 'typescript'] }),
      'src/index.ts': express,
      ...files,
    })
    expect(result.code).toBe(code)
    expect(manifest.type).toBe(type)
    if (message) expect(result.err).toMatch(message)
  })

  test('a package without a type gets one, in its format', async () => {
    const { files } = await init({
      'package.json': createManifest({ dependencies: ['express'] }),
      'src/index.ts': express,
      'tsconfig.json': commented,
    })
    expect(files()['package.json']).toMatch(/^\{\n {2}"type": "module",\n {2}"name": "app",\n/)
  })
})

describe('latchkey init and how a server starts', () => {
  const typescript = { 'index.js': '// none\n', 'tsconfig.json': '{}' }

  test('uses tsx if the app has it', async () => {
    const files = createExpress({ dependencies: ['tsx'] }, { ...typescript, 'src/index.ts': express })
    const { result } = await init(files)
    expect(result.err).toContain('  npx latchkey dev -- npx tsx --env-file=.env src/index.ts\n')
    expect(result.err).toContain('Then open http://localhost:3009/auth/signin.')
  })

  test('names tsx for TypeScript that Node cannot run', async () => {
    const files = createExpress({}, { ...typescript, 'pnpm-lock.yaml': '', 'src/index.ts': express })
    const { result } = await init(files)
    expect(result.err).toContain(
      '  pnpm add --save-dev tsx\n  pnpm exec latchkey dev -- pnpm exec tsx --env-file=.env src/index.ts\n',
    )
  })

  test('starts the file that listens, if it is not that of the app', async () => {
    const { result } = await init({
      'package.json': createManifest({
        type: 'module',
        dependencies: ['hono', '@hono/node-server', 'dotenv'],
      }),
      'app.js': "import { Hono } from 'hono'\n\nexport const app = new Hono()\n",
      'server.js':
        "import { serve } from '@hono/node-server'\nimport { app } from './app.js'\n\nserve({ fetch: app.fetch, port: 8080 })\n",
    })
    expect(result.err).toContain('latchkey dev -- node server.js\n')
    expect(result.err).toContain('http://localhost:8080/auth/signin')
  })

  test.each([
    ['app.listen(3009)', 3009],
    ['app.listen(process.env.PORT ?? 4000)', 4000],
    ["app.listen(Number(process.env.PORT || '4001'))", 4001],
    ['const port = process.env.PORT || 4002\napp.listen(port, () => {})', 4002],
    ['app.listen({ host: "0.0.0.0", port: 4003 })', 4003],
    ['app.listen(process.env.PORT)', null],
    ['app.listen(getPort())', null],
    ['export { app }', null],
  ])('%s: the port is %s', async (end, port) => {
    const source = `import express from 'express'\n\nconst app = express()\n${end}\n`
    const files = createExpress({}, { 'index.js': source })
    const { result } = await init(files, '--store', 'none', '--methods', 'github')
    const place =
      port === null ? '/auth/signin at the URL of your app' : `http://localhost:${port}/auth/signin`
    expect(result.err).toContain(`Then open ${place}.`)
    expect(result.err).toContain(place.replace('signin', 'callback/github'))
  })

  test.each([
    ['@nestjs/cli', 'npx latchkey dev -- npx nest start --exec "node --env-file=.env"'],
    ['tsx', 'npx latchkey dev -- <the command that starts your app>'],
  ])('a NestJS app without scripts and with %s: %s', async (name, command) => {
    const { result } = await init({
      'package.json': createManifest({ dependencies: ['@nestjs/core', 'express', name] }),
      'tsconfig.json': '{}',
      'src/app.module.ts':
        "import { Module } from '@nestjs/common'\n\n@Module({ imports: [] })\nexport class AppModule {}\n",
      'src/main.ts':
        "import { NestFactory } from '@nestjs/core'\n\nconst app = await NestFactory.create(AppModule)\nawait app.listen(process.env.PORT ?? 3000)\n",
    })
    expect(result.err).toContain(`  ${command}\n`)
    expect(result.err).toContain('http://localhost:3000/auth/signin')
  })
})
