import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AuthConfig } from 'latchkey/server'
import { installDependencies } from '../../tools/setup.js'
import type { serve } from '../support/serve.js'

const folder = fileURLToPath(new URL('installed', import.meta.url))
/** Each process has a build of its own, because two may build at the same time. */
const builds = join(folder, 'dist')
const output = join(builds, String(process.pid))

const configs = new AsyncLocalStorage<AuthConfig>()
Object.assign(globalThis, { authConfigs: configs })

type Listener = Parameters<typeof serve>[0]

/** Builds the app of `installed` for production, and loads the server. */
export async function loadAstroApp(): Promise<(config: AuthConfig) => Listener> {
  await installDependencies(folder)
  removeOldBuilds()
  await build()
  const { handler }: { handler: Listener } = await import(/* @vite-ignore */ join(output, 'server/entry.mjs'))
  // Otherwise the first request of each page would wait until it is loaded.
  const chunks = join(output, 'server/chunks')
  for (const name of readdirSync(chunks)) await import(/* @vite-ignore */ join(chunks, name))
  return config => (req, res) => configs.run(config, () => handler(req, res))
}

/** Keeps the body as a field of the request, as body parsers do. */
export async function parseBody(req: IncomingMessage): Promise<void> {
  const chunks = await req.toArray()
  const text = Buffer.concat(chunks).toString()
  const isJson = req.headers['content-type']?.includes('json')
  Object.assign(req, { body: isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)) })
}

/** Removes the builds of processes that have ended, because Vitest ends them without an event. */
function removeOldBuilds(): void {
  mkdirSync(builds, { recursive: true })
  for (const pid of readdirSync(builds))
    if (!isRunning(Number(pid))) rmSync(join(builds, pid), { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Astro needs a newer Node than the tests. */
async function build(): Promise<void> {
  const { resolve } = createRequire(join(folder, 'package.json'))
  const node = join(folder, 'node_modules/.bin/node')
  const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
  const command = join(resolve('astro/package.json'), '../bin/astro.mjs')
  await promisify(execFile)(node, [command, 'build', '--outDir', output], { cwd: folder, env })
}
