import { execFile } from 'node:child_process'
import { cpSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildIfStale } from '../../tools/build/if-stale.js'
import { installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { startServer } from '../frameworks/server-process.js'
import { getFreePort } from '../support/free-port.js'

/** A supported major version of Next. */
export interface Next {
  readonly major: 14 | 15 | 16
  /** The name of the middleware file. */
  readonly middleware: 'middleware.js' | 'proxy.js'
}

const newest: Next = { major: 16, middleware: 'proxy.js' }
const older: readonly Next[] = [
  { major: 15, middleware: 'middleware.js' },
  { major: 14, middleware: 'middleware.js' },
]

/** Whether all versions are tested, as `npm run test:frameworks` does. `npm test` has no time for several builds. */
export const hasManyVersions = process.env['LATCHKEY_FRAMEWORKS'] === 'all'

/** The newest version, or all supported ones with `LATCHKEY_FRAMEWORKS=all`. */
export const nextVersions = hasManyVersions ? [newest, ...older] : [newest]

/** The running site. */
export interface Serving {
  readonly origin: string
  /** Returns what the server has logged. */
  getOutput(): string
  stop(): Promise<void>
}

/** Builds the site with Next and the current package. */
export async function buildSite(
  { major, middleware }: Next,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await installPackage(major)
  for (const part of ['.next', 'app', 'lib', 'pages', 'proxy.js', 'middleware.js'])
    rmSync(join(folder, part), { recursive: true, force: true })
  cpSync(join(projectRoot, 'test/next/site'), folder, { recursive: true })
  renameSync(join(folder, 'guard.js'), join(folder, middleware))
  await runNextBuild(folder, env)
  return folder
}

/** Builds the site that uses the options of `create-next-app`. They exclude the edge runtime, which the other site uses. */
export async function buildCacheComponentsSite(): Promise<string> {
  const folder = join(await installPackage(newest.major), 'cache-components')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(projectRoot, 'test/next/cache-components-site'), folder, { recursive: true })
  await runNextBuild(folder)
  return folder
}

/** Builds the site that combines the proxy with `next-intl`. */
export async function buildNextIntlSite(): Promise<string> {
  const folder = await installPackageIn(join(projectRoot, 'test/next/next-intl-site'))
  await runNextBuild(folder)
  return folder
}

/** Copies the site of the recipes on Vitest and Docker to the newest Next and the current package. @returns the folder */
export async function installSmallSite(): Promise<string> {
  const folder = join(await installPackage(newest.major), 'small-site')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(projectRoot, 'test/next/small-site'), folder, { recursive: true })
  return folder
}

/** Installs Next and the current package. @returns the folder */
function installPackage(major: Next['major']): Promise<string> {
  return installPackageIn(join(projectRoot, `test/next/versions/${major}`))
}

async function installPackageIn(folder: string): Promise<string> {
  await installDependencies(folder)
  await installCurrentPackage(folder)
  return folder
}

/** Copies the current package to the installed ones of the folder. */
export async function installCurrentPackage(folder: string): Promise<void> {
  const faults = await buildIfStale(projectRoot)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  rmSync(join(folder, 'node_modules/latchkey'), { recursive: true, force: true })
  for (const part of ['dist', 'package.json'])
    cpSync(join(projectRoot, part), join(folder, 'node_modules/latchkey', part), { recursive: true })
}

async function runNextBuild(folder: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const next = createRequire(join(folder, 'package.json')).resolve('next/dist/bin/next')
  await promisify(execFile)(process.execPath, [next, 'build'], {
    cwd: folder,
    env: { ...getMachineEnv(), ...env },
    maxBuffer: 2 ** 26,
  }).catch(failure => {
    throw new Error(`next build failed.\n${failure.stdout}${failure.stderr}`)
  })
}

/** Serves a build. */
export async function serveSite(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const port = await getFreePort()
  const origin = `http://localhost:${port}`
  const own = { ...getMachineEnv(), PORT: String(port), AUTH_TRUST_HOST: 'true', ...env }
  const server = await startServer({ folder, env: own, url: origin + (env['SITE_BASE_PATH'] ?? '') })
  return { origin, ...server }
}

/** Returns the environment variables of this machine without those of the tests. */
function getMachineEnv(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1' }
}
