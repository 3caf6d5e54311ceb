import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type IntegrationUnderTest, integrationCookies, type ServedIntegration } from 'latchkey/testing'
import { forward } from '../../integrations/contract/proxy.js'
import { type ServedApp, serve } from '../../support/serve.js'
import { bunProgram, denoProgram, installed } from '../runtimes.js'
import { decode, encode, toMessage } from './remote-values.js'
import type { AppSettings, CreatedApp } from './settings.js'

const here = fileURLToPath(new URL('.', import.meta.url))

/** A runtime that serves a `fetch` handler. */
export interface FetchRuntime {
  readonly name: string
  readonly entry: 'bun' | 'bun-elysia' | 'bun-hono' | 'deno' | 'worker' | 'worker-hono'
  readonly command: (bundle: string) => readonly [program: string, ...args: string[]]
}

/** The variables that a program gets. Deno denies all others. */
const variableNames = [
  'AUTH_URL',
  'AUTH_SECRET',
  'AUTH_HARBOR_ID',
  'AUTH_HARBOR_SECRET',
  'CF_PAGES',
  'NODE_ENV',
]

function readVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variableNames.flatMap(name => {
      const value = process.env[name]
      // The runtime is no test, so it does not get the value of Vitest.
      return value && value !== 'test' ? [[name, value]] : []
    }),
  )
}

function resolveInstalled(path: string): string {
  return join(installed, 'node_modules', path)
}

/** Runs it without the flag `nodejs_compat`. */
function runInWorkerd(bundle: string): readonly [string, string, ...string[]] {
  return [process.execPath, join(here, 'serve-workerd.js'), resolveInstalled('miniflare'), bundle]
}

function runOnBun(bundle: string): readonly [string, string] {
  return [resolveInstalled(bunProgram), bundle]
}

/** The runtimes of `latchkey/fetch`. */
export const fetchRuntimes: readonly FetchRuntime[] = [
  {
    name: 'latchkey/fetch in workerd',
    entry: 'worker',
    command: runInWorkerd,
  },
  {
    name: 'latchkey/fetch on Bun',
    entry: 'bun',
    command: runOnBun,
  },
  {
    name: 'latchkey/fetch on Deno',
    entry: 'deno',
    command: bundle => [
      resolveInstalled(denoProgram),
      'run',
      '--no-prompt',
      `--allow-env=${variableNames}`,
      '--allow-net',
      '--cached-only',
      bundle,
    ],
  },
]

export const elysiaRuntime: FetchRuntime = {
  name: 'latchkey/elysia on Bun',
  entry: 'bun-elysia',
  command: runOnBun,
}

/** The apps of docs/frameworks/hono.md. */
export const honoRuntimes = {
  worker: { name: 'latchkey/hono in workerd', entry: 'worker-hono', command: runInWorkerd },
  bun: { name: 'latchkey/hono on Bun', entry: 'bun-hono', command: runOnBun },
} as const satisfies Record<string, FetchRuntime>

/** Bundles the program of a runtime. */
export async function buildProgram({ entry }: FetchRuntime, folder: string): Promise<string> {
  const outfile = join(folder, `${entry}.mjs`)
  const isWorker = entry.startsWith('worker')
  await build({
    entryPoints: [join(here, `entry-${entry}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: isWorker ? 'neutral' : 'node',
    mainFields: ['module', 'main'],
    conditions: ['latchkey-source', ...(isWorker ? ['worker', 'workerd'] : [])],
    logLevel: 'silent',
  })
  return outfile
}

/** A runtime process. */
export interface RuntimeProcess {
  readonly origin: string
  stop(): Promise<void>
}

/** Starts the program with the environment variables. */
export async function startProgram(
  { command }: FetchRuntime,
  bundle: string,
  variables: Readonly<Record<string, string>>,
): Promise<RuntimeProcess> {
  const [program, ...args] = command(bundle)
  const { PATH, TMPDIR } = process.env
  const home = join(bundle, '..')
  const env = { PATH, TMPDIR, HOME: home, DENO_DIR: home, DENO_NO_UPDATE_CHECK: '1', ...variables }
  const child = spawn(program, args, { env, cwd: home, stdio: ['ignore', 'pipe', 'inherit'] })
  const [origin]: string[] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The runtime exited with ${code}.`))),
  ])
  return { origin: String(origin), stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The contract in a runtime. `getOrigin` returns that of a process with the variables of this moment. */
export function createIntegration(
  name: string,
  getOrigin: (variables: Readonly<Record<string, string>>) => Promise<string>,
): IntegrationUnderTest {
  return {
    name,
    async serve(config, { parsesBodies = false } = {}) {
      const origin = await getOrigin(readVariables())
      // Cloudflare names the host itself, unless the app says that a proxy is in front.
      const isBehindProxy =
        name.endsWith('workerd') && config.trustHost === true && config.throttling === undefined
      const own = isBehindProxy ? { trustedProxies: 1, ...config } : config
      const { served, encoded } = await serveFunctions(own)
      const settings: AppSettings = {
        config: encoded,
        functions: served.origin,
        cookies: integrationCookies,
        parsesBodies,
      }
      const created = await fetch(`${origin}/create-app`, { method: 'POST', body: JSON.stringify(settings) })
      const app: CreatedApp = await created.json()
      return selectApp(forward({ origin: app.origin ?? origin, close: served.close }), app)
    },
  }
}

function selectApp({ answer, close }: ServedIntegration, { id = '' }: CreatedApp): ServedIntegration {
  return {
    close,
    answer: request => {
      const headers = new Headers(request.headers)
      headers.set('x-app', id)
      return answer(new Request(request, { headers }))
    },
  }
}

/** Serves the functions of a configuration, so that the runtime can call them. */
async function serveFunctions(config: unknown): Promise<{ served: ServedApp; encoded: unknown }> {
  const functions: ((args: unknown[]) => unknown)[] = []
  const refer: Parameters<typeof encode>[1] = (run, owner) => ({
    $function: functions.push(args => Reflect.apply(run, owner, args)) - 1,
  })
  const served = await serve(async (req, res) => {
    try {
      const run = functions[Number(req.url?.slice(1))]
      const args = decode(JSON.parse(await text(req)), async () => null)
      const result = await toMessage(await run?.(args as unknown[]))
      res.end(JSON.stringify(encode(result, refer)))
    } catch (error) {
      res.writeHead(500).end(String(error))
    }
  })
  return { served, encoded: encode(config, refer) }
}
