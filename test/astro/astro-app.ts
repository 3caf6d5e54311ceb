import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AuthConfig } from 'latchkey/server'
import { buildApp, loadModules, runWithConfig } from '../support/build-folder.js'
import type { serve } from '../support/serve.js'

const folder = fileURLToPath(new URL('installed', import.meta.url))

/** The files for the browser. */
export const clientFolder = join(folder, 'dist', String(process.pid), 'client')

type Listener = Parameters<typeof serve>[0]

/** Builds the app of `installed` for production, and loads the server. */
export async function loadAstroApp(): Promise<(config: AuthConfig) => Listener> {
  const output = await buildApp(folder, createParams)
  const { handler }: { handler: Listener } = await import(/* @vite-ignore */ join(output, 'server/entry.mjs'))
  await loadModules(join(output, 'server/chunks'))
  return config => (req, res) => runWithConfig(config, () => handler(req, res))
}

/** Keeps the body as a field of the request, as body parsers do. */
export async function parseBody(req: IncomingMessage): Promise<void> {
  const chunks = await req.toArray()
  const text = Buffer.concat(chunks).toString()
  const isJson = req.headers['content-type']?.includes('json')
  Object.assign(req, { body: isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)) })
}

/** Astro needs a newer Node than the tests. */
function createParams(output: string): readonly string[] {
  const { resolve } = createRequire(join(folder, 'package.json'))
  return [join(resolve('astro/package.json'), '../bin/astro.mjs'), 'build', '--outDir', output]
}
