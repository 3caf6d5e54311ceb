import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { createInMemoryProvider, type InMemoryProvider } from 'latchkey/testing'
import { startPostgres } from '../support/databases/server.js'
import { getFreePort } from '../support/free-port.js'
import { startMemoryRedis } from '../support/redis.js'
import { serve } from '../support/serve.js'
import type { Environment } from './fleet.js'
import { startNginx } from './nginx.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const processes = 4

/** The servers and the settings of the app processes. */
export interface Stack {
  readonly origin: string
  readonly op: InMemoryProvider
  readonly program: string
  readonly sockets: readonly string[]
  readonly env: Environment
  stop(): Promise<void>
}

/** Starts PostgreSQL, Redis, a provider and nginx. */
export function startStack(): Promise<Stack> {
  return startTogether(startParts)
}

/** Starts parts that end together, in reverse order, also if one of them fails to start. */
export async function startTogether<T extends object>(
  start: (registerPart: RegisterPart) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const endings: (() => Promise<unknown>)[] = []
  async function registerPart<T>(part: Promise<T>, end: (part: T) => Promise<unknown>): Promise<T> {
    const value = await part
    endings.unshift(() => end(value))
    return value
  }
  const stop = async () => {
    for (const end of endings.splice(0)) await end()
  }
  try {
    return { ...(await start(registerPart)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Registers how a started part ends. */
export type RegisterPart = <T>(part: Promise<T>, end: (part: T) => Promise<unknown>) => Promise<T>

async function startParts(registerPart: RegisterPart): Promise<Omit<Stack, 'stop'>> {
  const folder = await registerPart(mkdtemp(join(tmpdir(), 'latchkey-scale-')), remove)
  const postgres = await registerPart(startPostgres(), server => server.stop())
  const redis = await registerPart(startMemoryRedis(), server => server.stop())
  const program = await registerPart(buildApp('test/scale/app.ts'), file => remove(join(file, '..')))
  const op = await registerPart(startProvider(), provider => provider.close())
  await migrate(postgres.url)

  const port = await getFreePort()
  const origin = `http://127.0.0.1:${port}`
  const sockets = Array.from({ length: processes }, (_, place) => join(folder, `${place}.sock`))
  await registerPart(startNginx(folder, port, sockets), proxy => proxy.stop())
  const env = {
    AUTH_URL: origin,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ISSUER: op.provider.issuer,
    CLIENT_SECRET: op.provider.clientSecret,
  }
  return { origin, op: op.provider, program, sockets, env }
}

/** Removes a folder. */
export function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

/** Bundles an app. The output is inside the project, so that external packages are found. */
export async function buildApp(entry: string): Promise<string> {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const program = join(await mkdtemp(join(cache, 'latchkey-scale-')), 'app.mjs')
  await build({
    entryPoints: [join(root, entry)],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['latchkey-source'],
    external: ['ioredis', 'kysely', 'oauth4webapi', 'pg', 'redis'],
  })
  return program
}

/** Listens before the provider is created, because the issuer contains the port. */
export async function startProvider() {
  let handleRequest: RequestListener = (_, res) => void res.end()
  const { origin, close } = await serve((req, res) => handleRequest(req, res))
  const provider = createInMemoryProvider({ issuer: origin })
  handleRequest = (req, res) => void provider.listener(req, res)
  return { provider, close }
}

async function migrate(url: string): Promise<void> {
  await using adapter = SqlAdapter(url)
  await adapter.migrate()
}
