import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AuthConfig } from 'latchkey/server'
import { installDependencies } from '../../tools/setup.js'

const configs = new AsyncLocalStorage<AuthConfig>()
Object.assign(globalThis, { authConfigs: configs })

/** Runs code of a built app, which reads its configuration from `globalThis.authConfigs`. */
export function runWithConfig<Result>(config: AuthConfig, run: () => Result): Result {
  return configs.run(config, run)
}

/**
 * Installs an app, and removes old builds. Each process has a build of its own, because two may build at the same time.
 *
 * @returns the folder of the build
 */
export async function prepareBuild(folder: string): Promise<string> {
  await installDependencies(folder)
  const builds = join(folder, 'dist')
  removeOldBuilds(builds)
  return join(builds, String(process.pid))
}

/**
 * Installs an app, and builds it for production with the Node that it has installed.
 *
 * @param createParams the script and its parameters, for the folder of the build
 * @returns the folder of the build
 */
export async function buildApp(
  folder: string,
  createParams: (output: string) => readonly string[],
): Promise<string> {
  const output = await prepareBuild(folder)
  const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
  await promisify(execFile)(join(folder, 'node_modules/.bin/node'), createParams(output), {
    cwd: folder,
    env,
  })
  return output
}

/** Loads the modules of a folder. Otherwise the first request of each page would wait until it is loaded. */
export async function loadModules(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) await import(/* @vite-ignore */ join(folder, name))
}

/** Removes the builds of processes that have ended, because Vitest ends them without an event. */
function removeOldBuilds(builds: string): void {
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
