import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AuthConfig } from 'latchkey/server'
import { prepareBuild } from '../support/build-folder.js'
import type { serve } from '../support/serve.js'

const folder = fileURLToPath(new URL('installed', import.meta.url))

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
  const output = await prepareBuild(folder)
  await runVite(output)
  await runVite(output, '--ssr', 'src/entry.node.ts')
  const { router }: { router: Router } = await import(/* @vite-ignore */ join(output, 'server/entry.node.js'))
  return setup => (req, res) =>
    setups.run(setup, () => router(req, res, () => void (res.headersSent || res.writeHead(404).end())))
}

async function runVite(output: string, ...args: readonly string[]): Promise<void> {
  const command = join(folder, 'node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production', OUT_DIR: output }
  await promisify(execFile)(process.execPath, [command, 'build', ...args], { cwd: folder, env })
}
