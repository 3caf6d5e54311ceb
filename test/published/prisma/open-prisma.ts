import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PrismaAdapter } from '@auth/prisma-adapter'
import type { Adapter } from 'latchkey/adapters'
import { addPrismaModels } from '../../../src/cli/generate-prisma.js'
import { findDriver } from './drivers.js'
import { mysqlTables } from './mysql-tables.js'

/** The part of a generated client that the tests call. */
export interface TestClient {
  readonly latchkeyRecord: TestModel
  readonly session: TestModel
  readonly user: TestModel
  readonly verificationToken: TestModel
  $disconnect(): Promise<void>
  $executeRawUnsafe(sql: string): Promise<number>
  $extends(extension: object): TestClient
  $on(event: 'query', listen: (event: { readonly query: string }) => void): void
  $queryRawUnsafe(sql: string): Promise<unknown>
  $transaction(steps: readonly PromiseLike<unknown>[]): Promise<unknown>
}

interface TestModel {
  count(): Promise<number>
  create(args: object): Promise<NonNullable<Awaited<ReturnType<NonNullable<Adapter['getUser']>>>>>
  deleteMany(): Promise<unknown>
}

/** A client that Prisma generated for a schema. */
export interface GeneratedClient {
  /** Connects to a database. */
  connect(url: string): TestClient
  /** Creates the tables, with the statements of the first migration. */
  createTables(url: string): Promise<void>
  remove(): Promise<void>
}

const settings = { CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', NO_COLOR: '1' }

/** Runs a command of Prisma. @returns what it prints */
async function runPrisma(
  command: readonly string[],
  { schema, url }: { readonly schema: string; readonly url: string },
): Promise<string> {
  const file = join(import.meta.dirname, 'node_modules/prisma/build/index.js')
  const config = ['--config', join(import.meta.dirname, 'prisma.config.ts')]
  const env = { ...process.env, ...settings, LATCHKEY_SCHEMA: schema, DATABASE_URL: url }
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...command, ...config], {
    cwd: import.meta.dirname,
    env,
  })
  return stdout
}

/**
 * Generates the client of the schema that `latchkey generate` completes, in a folder from which Prisma finds its packages.
 *
 * @param url of the database. Prisma connects to it, but changes nothing
 */
export async function generateClient(url: string): Promise<GeneratedClient> {
  const { provider } = findDriver(url)
  const folder = await mkdtemp(join(import.meta.dirname, 'node_modules/client-'))
  const schema = join(folder, 'schema.prisma')
  const models = await readFile(join(import.meta.dirname, 'schema.prisma'), 'utf8')
  await writeFile(schema, addPrismaModels(`${buildHead(provider)}\n${models}`, provider).text)
  const diff = ['migrate', 'diff', '--from-empty', '--to-schema-datamodel', schema, '--script']
  const [script] = await Promise.all([
    provider === 'mysql' ? mysqlTables : runPrisma(diff, { schema, url }),
    runPrisma(['generate', '--no-hints'], { schema, url }),
  ])
  const { PrismaClient } = createRequire(import.meta.url)(join(folder, 'client')) as {
    PrismaClient: new (options: object) => TestClient
  }
  const log = [{ emit: 'event', level: 'query' }]
  const connect = (target: string) =>
    new PrismaClient({ adapter: findDriver(target).createAdapter(target), log, errorFormat: 'minimal' })
  return {
    connect,
    async createTables(target) {
      const prisma = connect(target)
      for (const statement of script.split(/;\n/).filter(text => text.trim()))
        await prisma.$executeRawUnsafe(statement)
      await prisma.$disconnect()
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

function buildHead(provider: string): string {
  return `datasource db {
  provider = "${provider}"
  url      = env("DATABASE_URL")
}

generator client {
  provider   = "prisma-client-js"
  engineType = "client"
  output     = "./client"
}
`
}

/** Creates the published adapter. It reads the names of the models only. */
export function createPrismaAdapter(prisma: TestClient): Adapter {
  return PrismaAdapter(prisma as unknown as Parameters<typeof PrismaAdapter>[0])
}
