import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AuthConfig } from 'latchkey/server'
import { buildApp, loadModules, runWithConfig } from '../support/build-folder.js'

const folder = fileURLToPath(new URL('installed', import.meta.url))

type Fetch = (request: Request) => Promise<Response>

/** Builds the app of `installed` for production with `vite build`, and loads the server. */
export async function loadTanStackStartApp(): Promise<(config: AuthConfig) => Fetch> {
  const output = await buildApp(folder, createParams)
  const { default: server }: { default: { fetch: Fetch } } = await import(
    /* @vite-ignore */ join(output, 'server/server.js')
  )
  await loadModules(join(output, 'server/assets'))
  return config => request => runWithConfig(config, () => server.fetch(request))
}

/** Vite 8 needs a newer Node than the tests. */
function createParams(output: string): readonly string[] {
  const { resolve } = createRequire(join(folder, 'package.json'))
  return [join(resolve('vite/package.json'), '../bin/vite.js'), 'build', '--outDir', output]
}
