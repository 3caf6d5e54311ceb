import { beforeAll, describe, expect, test } from 'vitest'
import { addDrizzleTables } from '../../../src/cli/generate-drizzle.js'
import { type Combination, listCombinations } from '../../../src/cli/start/choices.js'
import { processEnvironment } from '../../../src/cli/start/create-start.js'
import { describeConfig } from '../../../src/cli/start/describe-config.js'
import { frameworks } from '../../../src/cli/start/frameworks/index.js'
import { compileAppFiles, installAppPackages } from '../../support/compile-app-files.js'
import { selectCases } from '../../support/fire.js'
import { type CliResult, runCli } from './run-cli.js'
import { createTempApp, type Files } from './temp-app.js'

function createManifest(...dependencies: string[]): string {
  const versions = dependencies.map(entry => {
    const [, name = '', version = '*'] = /^(.[^@]*)(?:@(.+))?$/.exec(entry) ?? []
    return [name, version]
  })
  return JSON.stringify({ name: 'app', type: 'module', dependencies: Object.fromEntries(versions) })
}

const typescript = { 'tsconfig.json': '{}' }

/** An app of each framework, with the files that the command creates and changes. */
const apps: Readonly<Record<string, { readonly files: Files; readonly written: readonly string[] }>> = {
  next: {
    files: { ...typescript, 'package.json': createManifest('next@^16.0.0'), 'app/page.tsx': '' },
    written: ['auth.ts', 'app/api/auth/[...nextauth]/route.ts', 'proxy.ts', '.env.local', '.gitignore'],
  },
  sveltekit: {
    files: { ...typescript, 'package.json': createManifest('@sveltejs/kit', 'svelte'), 'src/app.html': '' },
    written: ['src/auth.ts', 'src/hooks.server.ts', '.env', '.gitignore'],
  },
  nuxt: {
    files: {
      ...typescript,
      'package.json': createManifest('nuxt'),
      'nuxt.config.ts': "export default defineNuxtConfig({\n  modules: ['@nuxt/ui'],\n})\n",
    },
    written: ['server/auth.ts', 'nuxt.config.ts', '.env', '.gitignore'],
  },
  astro: {
    files: {
      'package.json': createManifest('astro'),
      'astro.config.mjs':
        "import node from '@astrojs/node'\nimport { defineConfig } from 'astro/config'\n\nexport default defineConfig({ adapter: node() })\n",
    },
    written: ['src/auth.js', 'astro.config.mjs', '.env', '.gitignore'],
  },
  'solid-start': {
    files: { ...typescript, 'package.json': createManifest('@solidjs/start') },
    written: ['src/lib/auth.ts', 'src/routes/api/auth/[...solidauth].ts', '.env', '.gitignore'],
  },
  'react-router': {
    files: {
      ...typescript,
      'package.json': createManifest('@react-router/dev', 'react-router'),
      'app/root.tsx':
        'import { Outlet } from "react-router";\n\nexport default function App() {\n  return <Outlet />;\n}\n',
      'app/routes.ts':
        'import { type RouteConfig, index } from "@react-router/dev/routes";\n\nexport default [index("routes/home.tsx")] satisfies RouteConfig;\n',
    },
    written: [
      'app/auth.server.ts',
      'app/routes/auth.$.ts',
      'app/root.tsx',
      'app/routes.ts',
      '.env',
      '.gitignore',
    ],
  },
  'tanstack-start': {
    files: { ...typescript, 'package.json': createManifest('@tanstack/react-start') },
    written: ['src/auth.server.ts', 'src/routes/auth.$.ts', 'src/start.ts', '.env', '.gitignore'],
  },
  'qwik-city': {
    files: { ...typescript, 'package.json': createManifest('@builder.io/qwik-city') },
    written: ['src/auth.ts', 'src/routes/plugin@auth.ts', '.env', '.gitignore'],
  },
  nest: {
    files: {
      ...typescript,
      'package.json': createManifest('@nestjs/core', 'dotenv', 'express'),
      'src/app.module.ts':
        "import { Module } from '@nestjs/common';\nimport { AppController } from './app.controller';\n\n@Module({\n  imports: [],\n  controllers: [AppController],\n})\nexport class AppModule {}\n",
    },
    written: ['src/auth.ts', 'src/app.module.ts', '.env', '.gitignore'],
  },
  express: {
    files: {
      'package.json': createManifest('express', 'dotenv'),
      'server/index.js':
        "import express from 'express'\n\nconst app = express()\n\napp.get('/', (req, res) => res.send('express()'))\napp.listen(3000)\n",
    },
    written: ['server/auth.js', 'server/index.js', '.env', '.gitignore'],
  },
  fastify: {
    files: {
      ...typescript,
      'package.json': createManifest('fastify', 'dotenv'),
      'src/app.ts':
        "import Fastify from 'fastify'\n\nconst app = Fastify({ logger: true })\nawait app.listen({ port: 3000 })\n",
    },
    written: ['src/auth.ts', 'src/app.ts', '.env', '.gitignore'],
  },
  koa: {
    files: {
      'package.json': createManifest('koa', 'dotenv'),
      'app.js':
        "import Koa from 'koa'\n\nconst app = new Koa()\napp.use(ctx => {\n  ctx.body = 'Hello'\n})\n",
    },
    written: ['auth.js', 'app.js', '.env', '.gitignore'],
  },
  hono: {
    files: {
      ...typescript,
      'package.json': createManifest('hono', 'dotenv'),
      'src/index.ts':
        "import { Hono } from 'hono'\n\nconst app = new Hono()\n\napp.get('/', c => c.text('Hello'))\n\nexport default app\n",
    },
    written: ['src/auth.ts', 'src/index.ts', '.env', '.gitignore'],
  },
  elysia: {
    files: {
      ...typescript,
      'bun.lock': '',
      'package.json': createManifest('elysia'),
      'src/index.ts':
        'import { Elysia } from "elysia";\n\nconst app = new Elysia().get("/", () => "Hello").listen(3000);\n',
    },
    written: ['src/auth.ts', 'src/index.ts', '.env', '.gitignore'],
  },
  h3: {
    files: {
      'package.json': createManifest('h3@^2.0.0', 'dotenv'),
      'app.js': "import { H3, serve } from 'h3'\n\nconst app = new H3()\n\nserve(app)\n",
    },
    written: ['auth.js', 'app.js', '.env', '.gitignore'],
  },
}

async function init(files: Files, ...args: string[]) {
  const app = createTempApp(files)
  const run = (...again: string[]): Promise<CliResult> => runCli(['init', ...again], { cwd: app.folder })
  return { ...app, runAgain: run, result: await run(...args) }
}

describe('latchkey init', () => {
  test.each(Object.entries(apps))('sets up an app of %s', async (framework, { files, written }) => {
    const app = await init(files, '--json', '--write', '--no-install')
    expect(app.result).toMatchObject({ code: 0, err: '' })
    const result = JSON.parse(app.result.out)
    expect(result).toMatchObject({ framework, store: 'sqlite', methods: ['email'], written: true })
    expect(result.files).toEqual(written)
    const after = app.files()
    expect(Object.keys(after).sort()).toEqual([...new Set([...Object.keys(files), ...written])].sort())
    for (const [path, text] of Object.entries(files))
      expect(isSubsequence(text, after[path] ?? '')).toBe(true)
  })

  test.each(Object.entries(apps))('prints a patch for %s that `git apply` applies', async (_, { files }) => {
    const app = await init(files)
    expect(app.files()).toEqual(files)
    app.git(['init', '-q'])
    app.git(['apply', '-'], app.result.out)
    const applied = app.files()
    for (const path of Object.keys(files)) app.write(path, files[path] ?? '')
    const written = await init(files, '--write', '--no-install')
    const { '.env': _env, '.env.local': _local, ...expected } = written.files()
    expect(applied).toEqual(expected)
  })
})

/** Whether nothing of the text was removed or moved. */
function isSubsequence(text: string, longer: string): boolean {
  let position = 0
  for (const character of longer) if (character === text[position]) position++
  return position === text.length
}

describe('the changes of latchkey init', () => {
  test('Express: after the app is created, in the style of the file', async () => {
    const source = `// const app = express()
import express from "express";
import { greet } from "./greet.js";

export const app = express();
app.get("/", greet);
`
    const { files } = await init(
      { 'package.json': createManifest('express'), 'src/app.js': source },
      '--write',
      '--no-install',
    )
    expect(files()['src/app.js']).toBe(`// const app = express()
import express from "express";
import { greet } from "./greet.js";
import { ExpressAuth } from "latchkey/express";
import { authConfig } from "./auth.js";

export const app = express();
app.use("/auth", ExpressAuth(authConfig));
app.get("/", greet);
`)
  })

  test('imports the client of Prisma that the app exports, and changes its schema', async () => {
    const { files, result } = await init(
      {
        ...typescript,
        'package.json': createManifest('next', 'prisma', '@prisma/client'),
        'app/page.tsx': '',
        'lib/prisma.ts':
          "import { PrismaClient } from '../generated/client'\n\nexport const db = globalThis.db ?? new PrismaClient()\n",
        'prisma/schema.prisma':
          'datasource db {\n  provider = "sqlite"\n  url = env("DATABASE_URL")\n}\n\nmodel Post {\n  id Int @id\n}\n',
      },
      '--write',
      '--no-install',
    )
    const after = files()
    expect(after['auth.ts']).toContain("import { db } from './lib/prisma'")
    expect(after['auth.ts']).toContain('withPrismaRecords(PrismaAdapter(db), db)')
    expect(after['prisma/schema.prisma']).toMatch(/model Post \{[\s\S]*model LatchkeyRecord \{/)
    expect(after['.env.local']).not.toContain('DATABASE_URL')
    expect(result.err).toContain('npx prisma migrate dev --name auth')
  })

  test('Drizzle: adds tables to the schema of drizzle.config.ts, and imports the database', async () => {
    const { files } = await init(
      {
        ...typescript,
        'package.json': createManifest('hono', 'drizzle-orm'),
        'drizzle.config.ts': "export default { dialect: 'sqlite', schema: './src/db/schema.ts' }\n",
        'src/db/index.ts':
          "import { drizzle } from 'drizzle-orm/libsql'\n\nexport const db = drizzle('file:app.db')\n",
        'src/db/schema.ts':
          "import { sqliteTable, text } from 'drizzle-orm/sqlite-core'\n\nexport const posts = sqliteTable('post', { id: text('id') })\n",
        'src/index.ts':
          "import { Hono } from 'hono'\nimport { db } from './db/index.js'\n\nconst app = new Hono()\n",
      },
      '--write',
      '--no-install',
    )
    const after = files()
    expect(after['src/auth.ts']).toContain("import * as schema from './db/schema.js'")
    expect(after['src/auth.ts']).toContain("import { db } from './db/index.js'")
    expect(after['src/db/schema.ts']).toContain('export const latchkeyRecords = sqliteTable(')
    expect(after['src/index.ts']).toContain('const app = new Hono().use(auth)')
  })

  test.each([
    ['TypeScript', typescript, 'ts', 'schema: (value: string | undefined) => value'],
    ['JavaScript', {}, 'js', '/** @param {string | undefined} value */'],
  ])('SvelteKit 3 gets declarations of the variables, in %s', async (_, more, extension, schema) => {
    const manifest = { 'package.json': createManifest('@sveltejs/kit@^3.2.0'), 'src/app.html': '' }
    const { files } = await init({ ...manifest, ...more }, '--write', '--no-install')
    const after = files()
    expect(after[`src/auth.${extension}`]).toContain(
      "import { EMAIL_FROM, EMAIL_SERVER } from '$app/env/private'",
    )
    expect(after[`src/auth.${extension}`]).toContain('Nodemailer({ server: EMAIL_SERVER, from: EMAIL_FROM })')
    expect(after[`src/env.${extension}`]).toContain(schema)
    expect(after[`src/env.${extension}`]).toContain(
      'defineEnvVars({\n  AUTH_SECRET: optional,\n  EMAIL_SERVER: optional,\n  EMAIL_FROM: optional,\n})',
    )
  })

  test.each([
    [
      'no flags',
      'export default {\n  ssr: true,\n} satisfies Config\n',
      'export default {\n  future: { v8_middleware: true },\n  ssr: true,\n} satisfies Config\n',
    ],
    [
      'flags',
      'export default {\n  future: {\n    v8_viteEnvironmentApi: true,\n  },\n}\n',
      'export default {\n  future: {\n    v8_middleware: true,\n    v8_viteEnvironmentApi: true,\n  },\n}\n',
    ],
    ['an empty object', 'export default {}\n', 'export default { future: { v8_middleware: true },}\n'],
    [
      'the flag',
      'export default { future: { v8_middleware: true } }\n',
      'export default { future: { v8_middleware: true } }\n',
    ],
  ])(
    'React Router 7 gets the flag for middleware in a configuration with %s',
    async (_, before, expected) => {
      const routes = apps['react-router']?.files
      const manifest = createManifest('@react-router/dev@^7.18.0', 'react-router@^7.18.0')
      const { files, result } = await init(
        { ...routes, 'package.json': manifest, 'react-router.config.ts': before },
        '--write',
        '--no-install',
      )
      expect(result.code).toBe(0)
      expect(files()['react-router.config.ts']).toBe(expected)
    },
  )

  test('React Router 8 keeps its configuration, and 7 without one gets an explanation', async () => {
    const run = (version: string, files: Files) => {
      const manifest = { 'package.json': createManifest(`@react-router/dev@${version}`) }
      return init({ ...apps['react-router']?.files, ...manifest, ...files }, '--write', '--no-install')
    }
    const config = { 'react-router.config.ts': 'export default {}\n' }
    expect((await run('^8.0.0', config)).files()).toMatchObject(config)
    expect((await run('^7.18.0', {})).result).toMatchObject({
      code: 3,
      err: expect.stringContaining('In react-router.config.ts: `future: { v8_middleware: true }`'),
    })
  })

  test('SvelteKit 3 with declarations keeps them, and names those that it needs', async () => {
    const { files, result } = await init(
      {
        ...typescript,
        'package.json': createManifest('@sveltejs/kit@^3.2.0'),
        'src/env.ts': 'export {}\n',
      },
      '--write',
      '--no-install',
    )
    expect(result.code).toBe(3)
    expect(result.err).toMatch(/To change by hand in src\/env\.ts: .*AUTH_SECRET, EMAIL_SERVER, EMAIL_FROM/)
    expect(files()['src/env.ts']).toBe('export {}\n')
  })

  test('Next.js 15 gets middleware.ts, and `src` has the files if it has the pages', async () => {
    const { files } = await init(
      { 'package.json': createManifest('next@15.5.0'), 'src/app/page.jsx': '' },
      '--write',
      '--no-install',
    )
    const after = files()
    expect(Object.keys(after)).toContain('src/middleware.js')
    expect(after['src/app/api/auth/[...nextauth]/route.js']).toContain("from '../../../../auth'")
  })

  test.each([
    ['TypeScript', typescript, 'npm install --save-dev @types/nodemailer'],
    ['JavaScript', {}, 'Then open'],
  ])('installs the types that %s needs', async (_, files, line) => {
    const app = { 'package.json': createManifest('next'), ...files }
    const { result } = await init(app, '--methods', 'passwords', '--write', '--no-install')
    expect(result.err).toContain(line)
    expect(result.err.includes('@types/')).toBe(line.includes('@types/'))
  })

  test('uses the alias of tsconfig.json', async () => {
    const { files } = await init(
      {
        'package.json': createManifest('next'),
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
        'src/app/page.tsx': '',
      },
      '--write',
      '--no-install',
    )
    expect(files()['src/app/api/auth/[...nextauth]/route.ts']).toContain("from '@/auth'")
  })

  test('keeps hooks that exist, and explains the change', async () => {
    const { files, result } = await init(
      {
        ...typescript,
        'package.json': createManifest('@sveltejs/kit'),
        'src/hooks.server.ts': 'export {}\n',
      },
      '--write',
      '--no-install',
    )
    expect(result.code).toBe(3)
    expect(result.err).toMatch(/To change by hand in src\/hooks\.server\.ts: .*sequence/)
    expect(files()['src/hooks.server.ts']).toBe('export {}\n')
  })

  test.each([
    [
      'two servers',
      {
        'a.js': "import express from 'express'\nconst app = express()\n",
        'b.js': "import express from 'express'\nconst app = express()\n",
      },
    ],
    ['CommonJS', { 'app.js': "const express = require('express')\nconst app = express()\n" }],
    ['no server', { 'app.js': '// express()\n' }],
    [
      'a chained call',
      { 'app.js': "import express from 'express'\nconst app = express().disable('etag')\n" },
    ],
  ])('explains the change of a server with %s', async (_, files) => {
    const manifest = { 'package.json': createManifest('express', 'dotenv') }
    const { result, files: read } = await init({ ...manifest, ...files }, '--write', '--no-install')
    expect(result.code).toBe(3)
    expect(result.err).toContain("app.use('/auth', ExpressAuth(authConfig))")
    expect(read()).toMatchObject(files)
  })

  test('explains how to load `.env` in a server without a script', async () => {
    const source = "import Koa from 'koa'\nconst app = new Koa()\napp.listen(3000)\n"
    const app = { 'package.json': createManifest('koa'), 'app.js': source }
    const { result } = await init(app, '--write', '--no-install')
    expect(result.code).toBe(0)
    expect(result.err).toMatch(/dev -- node --env-file=\.env app\.js\n[\s\S]*node --env-file=\.env/)
  })

  test.each<[string, Files, string]>([
    ['npm', {}, 'npx latchkey dev -- npx tsx --env-file=.env index.ts'],
    ['pnpm', { 'pnpm-lock.yaml': '' }, 'latchkey dev -- pnpm exec tsx --env-file=.env index.ts'],
    ['bun', { 'bun.lock': '' }, 'latchkey dev -- bun index.ts'],
  ])('names the command that starts a server in TypeScript with %s', async (_, lockfile, command) => {
    const source = "import { Hono } from 'hono'\n\nconst app = new Hono()\n"
    const app = { ...typescript, 'package.json': createManifest('hono'), 'index.ts': source, ...lockfile }
    const { result } = await init(app, '--write', '--no-install')
    expect(result.err).toContain(`${command}\n`)
  })

  test('adds a secret that is never printed, and keeps the variables of the file', async () => {
    const app = createTempApp({
      'package.json': createManifest('next'),
      '.env.local': 'EMAIL_FROM=a@b.example\nOTHER=1',
      '.git/HEAD': '',
    })
    const { out, err } = await runCli(['init', '--write', '--no-install'], { cwd: app.folder })
    const after = app.files()
    const [, secret = ''] = /^AUTH_SECRET=(.{40,})$/m.exec(after['.env.local'] ?? '') ?? []
    expect(secret).not.toBe('')
    expect(out + err).not.toContain(secret)
    expect(after['.env.local']).toMatch(/^EMAIL_FROM=a@b\.example\nOTHER=1\nAUTH_SECRET=/)
    expect(after['.env.local']?.match(/EMAIL_FROM/g)).toHaveLength(1)
    expect(after['.gitignore']).toBe('.env.local\napp.db*\n')
  })

  test('keeps what SQLite writes beside its file out of commits', async () => {
    const app = createTempApp({ 'package.json': createManifest('next'), '.gitignore': '.env*\napp.db\n' })
    app.git(['init', '-q'])
    await runCli(['init', '--write', '--no-install'], { cwd: app.folder })
    for (const path of ['app.db', 'app.db-wal', 'app.db-shm']) app.write(path, '')
    app.git(['add', '-A'])
    expect(app.git(['ls-files'])).not.toMatch(/app\.db|\.env/)
    expect(app.files()['.gitignore']).toBe('.env*\napp.db\napp.db*\n')
  })

  test('keeps a `.gitignore` that is complete', async () => {
    const { files } = await init(
      { 'package.json': createManifest('next'), '.gitignore': '.env*\n*.db*\n' },
      '--write',
      '--no-install',
    )
    expect(files()['.gitignore']).toBe('.env*\n*.db*\n')
  })

  test.each<[module: string, manifest: string, files: Files]>([
    ['@hono/node-server/conninfo', createManifest('hono', '@hono/node-server'), {}],
    [
      '@hono/node-server/conninfo',
      createManifest('hono'),
      { 'serve.js': "import { serve } from '@hono/node-server'" },
    ],
    [
      'hono/cloudflare-workers',
      createManifest('hono', 'wrangler', '@hono/node-server'),
      { 'page.js': "import { upgradeWebSocket } from 'hono/cloudflare-workers'" },
    ],
    ['hono/cloudflare-workers', createManifest('hono'), { 'wrangler.jsonc': '{}' }],
    ['hono/bun', createManifest('hono', '@types/bun'), {}],
    ['hono/deno', createManifest('hono'), { 'deno.json': '{}' }],
    ['hono/aws-lambda', createManifest('hono'), { 'lambda.js': "export { handle } from 'hono/aws-lambda'" }],
  ])('Hono: reads the address of the client with %s', async (module, manifest, files) => {
    const server = "import { Hono } from 'hono'\n\nconst app = new Hono()\n"
    const app = { 'package.json': manifest, 'index.js': server, ...files }
    const { files: read, result } = await init(app, '--write', '--no-install')
    const text = read()['auth.js'] ?? ''
    expect(text).toContain(`import { getConnInfo } from '${module}'\n`)
    expect(text).toContain('HonoAuth(config, { getConnInfo })\n')
    expect(result.err).not.toContain('getConnInfo')
  })

  test.each([
    ['hono', createManifest('hono'), /getConnInfo.*@hono\/node-server\/conninfo/],
    ['hono', createManifest('hono', 'wrangler', '@hono/node-server'), /getConnInfo/],
    ['react-router', createManifest('@react-router/dev'), /getClientAddress/],
    ['next', createManifest('next'), /trustedProxies/],
  ])('%s: says what knows the address of the client', async (_, manifest, message) => {
    const { result } = await init({ 'package.json': manifest }, '--write', '--no-install')
    expect(result.err).toMatch(message)
  })

  test.each(Object.entries(apps))(
    '%s: `add` finds the configuration, which tests can import',
    async (name, { files }) => {
      const app = await init(files, '--write', '--no-install', '--methods', 'passwords')
      const [path = ''] = Object.keys(app.files()).filter(each => /\bauth(?:\.server)?\.[jt]s$/.test(each))
      if (name !== 'nuxt') expect(app.files()[path]).toMatch(/export const (?:config|authConfig)\b/)
      const added = await runCli(['add', 'github', 'account', '--write'], { cwd: app.folder })
      expect(added.code).toBe(0)
      expect(app.files()[path]).toMatch(/providers: \[GitHub\],\n {2}plugins: \[passwords\(\), account\(\)\]/)
    },
  )

  test('names the variables to set, and those that `latchkey dev` sets', async () => {
    const app = { 'package.json': createManifest('next') }
    const { result } = await init(app, '--methods', 'github,email', '--write', '--no-install')
    expect(result.err).toContain('Set in .env.local: AUTH_GITHUB_ID, AUTH_GITHUB_SECRET.\n')
    expect(result.err).toContain('To send them, set in .env.local: EMAIL_SERVER, EMAIL_FROM.')
  })

  test.each(['npm', 'pnpm', 'yarn', 'bun'])('names the commands of %s', async name => {
    const lockfile = { npm: 'package-lock.json', pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock', bun: 'bun.lock' }[
      name
    ]
    const { result } = await init(
      { 'package.json': createManifest('next'), [lockfile ?? '']: '' },
      '--write',
      '--no-install',
    )
    expect(result.err).toMatch(
      new RegExp(`^  ${name} (?:install|add) latchkey kysely libsql nodemailer$`, 'm'),
    )
  })
})

describe('latchkey init without a change', () => {
  test.each<[string, Files, string[], number, RegExp]>([
    ['no package.json', {}, [], 2, /no package\.json/],
    [
      'an unknown framework',
      { 'package.json': createManifest('vue') },
      [],
      2,
      /no framework.*Set --framework/,
    ],
    ['a misspelled framework', { 'package.json': '{}' }, ['--framework', 'nxt'], 2, /no framework "nxt"/],
    [
      'an unknown store',
      { 'package.json': createManifest('next') },
      ['--store', 'oracle'],
      2,
      /no store "oracle"/,
    ],
    [
      'an unknown method',
      { 'package.json': createManifest('next') },
      ['--methods', 'sms'],
      2,
      /no method "sms"/,
    ],
    [
      'a method without a store',
      { 'package.json': createManifest('next') },
      ['--store', 'none', '--methods', 'email'],
      2,
      /"email" stores something.*--store/,
    ],
    ['Auth.js', { 'package.json': createManifest('next', 'next-auth') }, [], 1, /next-auth.*migrate-imports/],
    [
      'Latchkey',
      {
        'package.json': createManifest('next'),
        'auth.ts':
          "import NextAuth from 'latchkey/next'\nexport const { auth } = NextAuth({ providers: [] })\n",
      },
      [],
      1,
      /auth\.ts configures Latchkey.*latchkey add/,
    ],
    [
      'a file of the same name',
      { 'package.json': createManifest('next'), 'auth.js': 'export {}\n' },
      [],
      1,
      /auth\.js exists/,
    ],
  ])('with %s, names the mistake', async (_, files, args, code, message) => {
    const { result, files: read } = await init(files, '--write', '--no-install', ...args)
    expect(result.code).toBe(code)
    expect(result.err).toMatch(message)
    expect(read()).toEqual(files)
  })
})

describe('latchkey init in a terminal', () => {
  const files = { 'package.json': createManifest('next') }

  async function answer(...answers: string[]) {
    const app = createTempApp(files)
    const questions: string[] = []
    const { code } = await runCli(['init', '--no-install'], {
      cwd: app.folder,
      ask: async question => {
        questions.push(question)
        return answers.shift() ?? ''
      },
    })
    return { code, questions, files: app.files() }
  }

  test('asks for the store, the methods, and before it writes', async () => {
    const { questions, files: after } = await answer('none', 'github', 'y')
    expect(questions.map(text => text.split('?')[0])).toEqual([
      'Where are users stored',
      'How do users sign in',
      'Write these files and install the packages',
    ])
    expect(after['auth.js']).toContain('providers: [GitHub]')
  })

  test.each(['', 'n', 'no'])('writes nothing after the answer "%s"', async text => {
    expect((await answer('', '', text)).files).toEqual(files)
  })
})

/** Frameworks whose packages are installed here. The builds of the others are in `test/frameworks`. */
describe('the configurations of latchkey init', () => {
  beforeAll(installAppPackages, 120_000)

  test('compile for every framework, store and method', () => {
    const all = listCombinations(Object.keys(frameworks))
    const combinations = selectCases(all, ({ methods }) => methods.length === 1 || methods.length > 3)
    const files = combinations.flatMap(combination => [
      renderConfiguration(combination, undefined),
      ...(combination.framework === 'sveltekit' ? [renderConfiguration(combination, 3)] : []),
    ])
    const tables = addDrizzleTables('', 'postgresql').text
    const schemas = files.map(([path]) => [path.replace(/[^/]*$/, 'schema.ts'), tables] as const)
    expect(all.length).toBeGreaterThan(900)
    expect(files.length).toBeGreaterThan(250)
    expect(compileAppFiles(new Map([...schemas, ...files]))).toEqual([])
  }, 240_000)
})

test.each(['@hono/node-server/conninfo', 'hono/cloudflare-workers', 'hono/bun', 'hono/deno', 'hono/vercel'])(
  'the configuration of Hono compiles with %s',
  honoAdapter => {
    const config = describeConfig({
      store: 'none',
      methods: ['github'],
      environment: processEnvironment,
      schemaModule: '',
    })
    const layout = {
      sourceFolder: '',
      extension: 'ts',
      hasAlias: false,
      getMajorVersion: () => undefined,
    } as const
    const [file] = frameworks.hono?.createFiles(config, { ...layout, honoAdapter }) ?? []
    expect(file?.text).toContain(honoAdapter)
    expect(compileAppFiles(new Map([['0/auth.ts', file?.text ?? '']]))).toEqual([])
  },
)

/** `major` is the version of the framework, if not the latest. */
function renderConfiguration(
  { framework: name, store, methods }: Combination,
  major: number | undefined,
): [path: string, text: string] {
  const framework = frameworks[name]
  const layout = {
    sourceFolder: '',
    extension: 'ts',
    hasAlias: false,
    getMajorVersion: () => major,
  } as const
  const environment = framework?.getEnvironment?.(layout) ?? processEnvironment
  const config = describeConfig({ store, methods, environment, schemaModule: './schema.js' })
  const [file] = framework?.createFiles(config, layout) ?? []
  if (!file) throw new Error(`${name} has no configuration.`)
  return [`${name}${major ?? ''}-${store}-${methods.join('-')}/auth.ts`, file.text]
}

test('a misspelled option does not compile', () => {
  const text =
    "import { HonoAuth } from 'latchkey/hono'\n\nexport const { auth } = HonoAuth({ provider: [] })\n"
  expect(compileAppFiles(new Map([['0/auth.ts', text]])).join()).toContain('provider')
})
