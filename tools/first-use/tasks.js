/**
 * What a newcomer does: an app of a framework, a store, sign-in methods, and the commands of its documentation.
 *
 * @module
 */

const server = 'node --env-file=.env'

/**
 * `create` makes the app, with `files` beside it. `init` has the options of `npx latchkey init`, and `after` what it says to run then. `start` is the
 * command of the app, `port` and `basePath` are where it answers.
 */
export const tasks = [
  {
    name: 'Express, SQLite: magic link',
    create: ['npm init -y', 'npm pkg set type=module', 'npm install express'],
    files: {
      'index.js':
        "import express from 'express';\n\nconst app = express();\napp.get('/', (req, res) => res.send('Hello'));\napp.listen(3000);\n",
    },
    init: '',
    start: `${server} index.js`,
    port: 3000,
    basePath: '/auth',
  },
  {
    name: 'Fastify, SQLite: magic link, passwords, passkeys',
    create: ['npm init -y', 'npm pkg set type=module', 'npm install fastify'],
    files: {
      'server.js':
        "import Fastify from 'fastify'\n\nconst app = Fastify()\napp.get('/', async () => 'Hello')\nawait app.listen({ port: 3000 })\n",
    },
    init: '--methods email,passwords,passkeys',
    start: `${server} server.js`,
    port: 3000,
    basePath: '/auth',
  },
  {
    name: 'Hono, Drizzle: magic link',
    create: [
      'npm init -y',
      'npm pkg set type=module',
      'npm install hono @hono/node-server tsx typescript @types/node drizzle-orm @libsql/client drizzle-kit',
    ],
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "skipLibCheck": true, "types": ["node"] } }\n',
      'drizzle.config.ts':
        "import { defineConfig } from 'drizzle-kit'\n\nexport default defineConfig({ dialect: 'sqlite', schema: './src/db/schema.ts', dbCredentials: { url: 'file:local.db' } })\n",
      'src/db/schema.ts':
        "import { int, sqliteTable, text } from 'drizzle-orm/sqlite-core'\n\nexport const posts = sqliteTable('posts', { id: int().primaryKey(), title: text().notNull() })\n",
      'src/db/index.ts':
        "import { drizzle } from 'drizzle-orm/libsql'\n\nexport const db = drizzle('file:local.db')\n",
      'src/index.ts':
        "import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\n\nconst app = new Hono()\n\napp.get('/', c => c.text('Hello'))\n\nserve({ fetch: app.fetch, port: 3000 })\n",
    },
    init: '',
    after: ['npx drizzle-kit push'],
    check: 'npx tsc',
    start: 'npx tsx --env-file=.env src/index.ts',
    port: 3000,
    basePath: '/auth',
  },
  {
    name: 'Express, Prisma: magic link, passwords',
    create: [
      'npm init -y',
      'npm pkg set type=module',
      'npm install express tsx typescript @types/express prisma@6.19.3 @prisma/client@6.19.3 @prisma/adapter-libsql@6.19.3',
    ],
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "skipLibCheck": true } }\n',
      'prisma.config.ts': `import { PrismaLibSQL } from '@prisma/adapter-libsql'
import { defineConfig } from 'prisma/config'

/** The JavaScript engine needs no native engine, which Prisma downloads from a host of its own. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  experimental: { adapter: true },
  engine: 'js',
  adapter: async () => new PrismaLibSQL({ url: 'file:dev.db' }),
})
`,
      'prisma/schema.prisma':
        'generator client {\n  provider   = "prisma-client"\n  output     = "../generated/prisma"\n  engineType = "client"\n}\n\ndatasource db {\n  provider = "sqlite"\n  url      = "file:dev.db"\n}\n\nmodel Post {\n  id    Int    @id @default(autoincrement())\n  title String\n}\n',
      'src/prisma.ts':
        "import { PrismaLibSQL } from '@prisma/adapter-libsql'\nimport { PrismaClient } from '../generated/prisma/client.js'\n\nexport const prisma = new PrismaClient({ adapter: new PrismaLibSQL({ url: 'file:dev.db' }) })\n",
      'src/app.ts':
        "import express from 'express'\n\nconst app = express()\n\napp.get('/', (_req, res) => {\n  res.send('Hello')\n})\n\napp.listen(3000)\n",
    },
    init: '--methods email,passwords',
    after: ['npx prisma db push', 'npx prisma generate'],
    check: 'npx tsc',
    start: 'npx tsx --env-file=.env src/app.ts',
    port: 3000,
    basePath: '/auth',
  },
  {
    name: 'Next.js, SQLite: magic link, passwords, passkeys',
    create: ['npx --yes create-next-app@latest . --yes --disable-git --skip-install', 'npm install'],
    init: '--methods email,passwords,passkeys',
    check: 'npx next typegen && npx tsc --noEmit',
    start: 'npm run dev',
    port: 3000,
    basePath: '/api/auth',
  },
  {
    name: 'SvelteKit, SQLite: magic link, passwords; then GitHub and a second factor',
    create: ['npx --yes sv create . --template minimal --types ts --no-add-ons --install npm'],
    init: '--methods email,passwords',
    after: ['npx latchkey add github two-factor account --write'],
    check: 'npm run check',
    start: 'npm run dev',
    port: 5173,
    basePath: '/auth',
  },
  {
    name: 'Nuxt, SQLite: magic link',
    create: ['npm init -y', 'npm pkg set type=module', 'npm install nuxt'],
    files: {
      'tsconfig.json': '{ "files": [] }\n',
      'nuxt.config.ts': "export default defineNuxtConfig({\n  compatibilityDate: '2026-11-24',\n})\n",
      'app/app.vue': '<template>\n  <p>Hello</p>\n</template>\n',
    },
    init: '',
    start: 'npx nuxt dev --port 3000',
    port: 3000,
    basePath: '/api/auth',
  },
  {
    name: 'Astro, SQLite: magic link',
    create: [
      'npm init -y',
      'npm pkg set type=module',
      // Astro needs a newer Node than this tool. It is in the folder, where npm and npx find it first.
      'npm pkg set dependencies.node=24.21.0',
      'npm pkg set allowScripts.node=true --json',
      'npm install astro@7 @astrojs/node@11 @astrojs/check typescript@5',
    ],
    files: {
      'tsconfig.json':
        '{ "extends": "astro/tsconfigs/strict", "include": [".astro/types.d.ts", "**/*"], "exclude": ["dist"] }\n',
      'astro.config.mjs':
        "import node from '@astrojs/node'\nimport { defineConfig } from 'astro/config'\n\nexport default defineConfig({\n  output: 'server',\n  adapter: node({ mode: 'standalone' }),\n})\n",
      'src/pages/index.astro': '<p>Hello</p>\n',
    },
    init: '',
    check: 'npx astro check',
    start: 'npx astro dev --port 4321',
    port: 4321,
    basePath: '/auth',
  },
  {
    name: 'Koa, SQLite: magic link',
    create: ['npm init -y', 'npm pkg set type=module', 'npm install koa'],
    files: {
      'app.js':
        "import Koa from 'koa'\n\nconst app = new Koa()\napp.use(ctx => {\n  ctx.body = 'Hello'\n})\napp.listen(3000)\n",
    },
    init: '',
    start: `${server} app.js`,
    port: 3000,
    basePath: '/auth',
  },
  {
    name: 'NestJS, SQLite: magic link',
    create: [
      'npm init -y',
      'npm install @nestjs/common @nestjs/core @nestjs/platform-express reflect-metadata rxjs typescript @types/node',
    ],
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2023", "outDir": "dist", "rootDir": "src", "skipLibCheck": true, "experimentalDecorators": true, "emitDecoratorMetadata": true, "types": ["node"] } }\n',
      'src/app.module.ts':
        "import { Module } from '@nestjs/common'\n\n@Module({\n  imports: [],\n})\nexport class AppModule {}\n",
      'src/main.ts':
        "import 'reflect-metadata'\nimport { NestFactory } from '@nestjs/core'\nimport { AppModule } from './app.module.js'\n\nasync function bootstrap() {\n  const app = await NestFactory.create(AppModule)\n  await app.listen(3000)\n}\nvoid bootstrap()\n",
    },
    init: '',
    check: 'npx tsc',
    start: `${server} dist/main.js`,
    port: 3000,
    basePath: '/auth',
  },
]
