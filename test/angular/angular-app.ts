import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AngularAuth } from 'latchkey/angular/server'
import type { AuthConfig } from 'latchkey/server'
import { prepareBuild } from '../support/build-folder.js'

const folder = fileURLToPath(new URL('installed', import.meta.url))

type HandleAuth = ReturnType<typeof AngularAuth>['handleAuth']

const configs = new AsyncLocalStorage<AuthConfig>()
const { handleAuth } = AngularAuth(() => configs.getStore() ?? { providers: [] })
Object.assign(globalThis, { handleAuth: handleAuth satisfies HandleAuth })

/** The servers of the built app. */
export interface AngularApp {
  /** Express, as `ng new --ssr` sets it up. */
  listen(config: AuthConfig, options?: { readonly parsesBodies?: boolean }): RequestListener
  /** Web requests. */
  fetch(config: AuthConfig): (request: Request) => Promise<Response | null>
}

interface ServerModule {
  readonly app: RequestListener
  readonly parsingApp: RequestListener
  fetchHandler(request: Request): Promise<Response | null>
}

/** Builds the app of `installed` for production, and loads its server. */
export async function loadAngularApp(): Promise<AngularApp> {
  const output = await prepareBuild(folder)
  await build(output)
  const url = join(output, 'server/server.mjs')
  const { app, parsingApp, fetchHandler }: ServerModule = await import(/* @vite-ignore */ url)
  return {
    listen:
      (config, { parsesBodies = false } = {}) =>
      (req, res) =>
        configs.run(config, () => (parsesBodies ? parsingApp : app)(req, res)),
    fetch: config => request => configs.run(config, () => fetchHandler(request)),
  }
}

/** Returns the text of a page: what the component of its route shows. */
export async function readPage(response: Response): Promise<string> {
  const text = await response.text()
  return /<main[^>]*>([^<]*)<\/main>/.exec(text)?.[1] ?? text
}

/** Returns a response whose body is the text of the page. */
export async function toTextResponse(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('text/html')) return response
  const text = await readPage(response)
  return new Response(text || null, response)
}

/** Angular needs a newer Node than the tests. */
async function build(output: string): Promise<void> {
  const node = join(folder, 'node_modules/.bin/node')
  const command = join(folder, 'node_modules/@angular/cli/bin/ng.js')
  const env = { ...process.env, NODE_ENV: 'production', NG_BUILD_MAX_WORKERS: '1' }
  const options = ['build', '--output-path', output, '--progress', 'false']
  await promisify(execFile)(node, [command, ...options], { cwd: folder, env })
}
