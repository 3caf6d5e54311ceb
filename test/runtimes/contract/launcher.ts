import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram, type FetchRuntime, type RuntimeProcess, startProgram } from './serve-runtime.js'

const isCI = ['true', '1'].includes(process.env.CI ?? '')

/** Returns whether the tests of a runtime are skipped: it is not installed, and this is not CI. */
export function isSkipped(runtime: FetchRuntime): boolean {
  return !isInstalled(runtime) && !isCI
}

function isInstalled({ command }: FetchRuntime): boolean {
  return command('').every(part => !part.startsWith('/') || existsSync(part))
}

/** Starts a runtime once for each set of variables. */
export function createLauncher(runtime: FetchRuntime) {
  const processes = new Map<string, Promise<RuntimeProcess>>()
  let folder = ''
  let bundle = ''
  return {
    async open() {
      if (!isInstalled(runtime)) return
      folder = await mkdtemp(join(tmpdir(), 'latchkey-fetch-'))
      bundle = await buildProgram(runtime, folder)
    },
    async getOrigin(variables: Readonly<Record<string, string>>): Promise<string> {
      const key = JSON.stringify(variables)
      const started = processes.get(key) ?? startProgram(runtime, bundle, variables)
      processes.set(key, started)
      return (await started).origin
    },
    async close() {
      for (const started of processes.values()) await started.then(({ stop }) => stop())
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the cookies that a response sets, as the header of the next request. */
export function toCookieHeader(response: Response): string {
  return response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}
