import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
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

/** How the app handles the requests of a server. */
export interface QwikCitySetup {
  readonly config: AuthConfig
  /** Whether middleware before that of Latchkey parses bodies. */
  readonly parsesBodies?: boolean
}

const setups = new AsyncLocalStorage<QwikCitySetup>()
Object.assign(globalThis, { qwikSetup: setups })

type Router = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => Promise<void>
type Listener = Parameters<typeof serve>[0]

/** Builds the app of `installed` for production, and loads its Node server. */
export async function loadQwikCityApp(): Promise<(setup: QwikCitySetup) => Listener> {
  await installDependencies(folder)
  removeOldBuilds()
  await runVite()
  await runVite('--ssr', 'src/entry.node.ts')
  const { router }: { router: Router } = await import(/* @vite-ignore */ join(output, 'server/entry.node.js'))
  return setup => (req, res) =>
    setups.run(setup, () => router(req, res, () => void (res.headersSent || res.writeHead(404).end())))
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

async function runVite(...args: readonly string[]): Promise<void> {
  const command = join(folder, 'node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production', OUT_DIR: output }
  await promisify(execFile)(process.execPath, [command, 'build', ...args], { cwd: folder, env })
}
