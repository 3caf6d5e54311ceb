import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { SvelteKitAuthConfig } from 'latchkey/sveltekit'
import { installDependencies } from '../../tools/setup.js'
import { type ServedApp, serve } from '../support/serve.js'
import type { App } from '../support/visitor.js'

/** The folder of the test app, with its own SvelteKit. */
export const installed = fileURLToPath(new URL('installed', import.meta.url))

/** The environment variables that `svelte.config.js` reads. */
export interface Build {
  readonly KIT_OUT: string
  readonly KIT_BASE?: string
  readonly KIT_TRUSTS?: string
  /** The function that the prerendered page calls. @default none */
  readonly KIT_PRERENDERED_CALL?: string
}

/** Runs a program of the app's packages and returns its output. */
export async function runInstalled(script: string, args: string[], env: object = {}): Promise<string> {
  const command = [`${installed}/node_modules/${script}`, ...args]
  const { VITEST: _, ...own } = process.env
  const ran = promisify(execFile)(process.execPath, command, {
    cwd: installed,
    env: { ...own, NODE_ENV: 'production', ...env },
  })
  const { stdout, stderr } = await ran.catch(failure => {
    throw new Error(`${failure.stdout}${failure.stderr}`)
  })
  return stdout + stderr
}

/** Builds the app for production, in each of these ways, in turn: all read the `tsconfig.json` that the first one writes. */
export async function buildApps(builds: readonly Build[]): Promise<void> {
  await installDependencies(installed)
  for (const build of builds) await runInstalled('vite/bin/vite.js', ['build', '--logLevel', 'error'], build)
}

export function removeBuild({ KIT_OUT }: Build): void {
  rmSync(`${installed}/${KIT_OUT}`, { recursive: true, force: true })
}

/** The configuration that the current test sets. The app reads it at run time. */
export interface TestConfig {
  configure?: () => SvelteKitAuthConfig
}

export const testConfig: TestConfig = {}
Reflect.set(globalThis, 'latchkeyTestConfig', testConfig)

/** Serves an app over HTTP, for a browser without JavaScript: without the files of the build. */
export async function serveApp(getApp: () => App): Promise<ServedApp> {
  const served = await serve(async (req, res) => {
    const { method = 'GET', url = '/' } = req
    const headers = new Headers()
    for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value))
    const body = method === 'POST' ? await buffer(req) : null
    const answer = await getApp()(new Request(served.origin + url, { method, headers, body }))
    for (const [name, value] of answer.headers) res.appendHeader(name, value)
    res.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  return served
}

interface KitServer {
  init(options: { env: Record<string, string>; read?: unknown }): Promise<void>
  respond(request: Request, options: { getClientAddress(): string; platform?: object }): Promise<Response>
}

let copies = 0

/** Starts a build with these private environment variables. Each start uses a copy, because SvelteKit stores them per module. */
export async function startApp(build: Build, env: Record<string, string> = {}) {
  const folder = `${installed}/${build.KIT_OUT}`
  const copy = `${folder}/copy-${copies++}`
  cpSync(`${folder}/output/server`, copy, { recursive: true })
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(`${copy}/${name}`).href)
  const { Server } = await load('index.js')
  const { manifest } = await load('manifest-full.js')
  const server: KitServer = new Server(manifest)
  await server.init({ env })
  return (request: Request) => server.respond(request, { getClientAddress: () => '127.0.0.1' })
}
