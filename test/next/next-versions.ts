import { execFile } from 'node:child_process'
import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from '../../tools/build.js'
import { installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { startServer } from '../frameworks/server-process.js'
import { getFreePort } from '../support/free-port.js'

/** A major of Next that people have. */
export interface Next {
  readonly major: 14 | 15 | 16
  /** What the file is called that stands before pages. */
  readonly before: 'middleware.js' | 'proxy.js'
}

const newest: Next = { major: 16, before: 'proxy.js' }
const older: readonly Next[] = [
  { major: 15, before: 'middleware.js' },
  { major: 14, before: 'middleware.js' },
]

/** Does `npm run test:frameworks` ask, which has time for several builds? */
export const hasTime = process.env['LATCHKEY_FRAMEWORKS'] === 'all'

/** The newest; with `LATCHKEY_FRAMEWORKS=all`, as `npm run test:frameworks` has it, each major that people have. */
export const nextVersions = hasTime ? [newest, ...older] : [newest]

/** The site, built and served. */
export interface Serving {
  readonly origin: string
  stop(): Promise<void>
}

/** Builds the site with a real Next, with the package as it is now and nothing else of this repository. */
export async function buildSite(
  { major, before }: Next,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = join(projectRoot, `test/next/versions/${major}`)
  await installDependencies(folder)
  const faults = build(projectRoot)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  for (const part of ['.next', 'app', 'lib', 'pages', 'proxy.js', 'middleware.js', 'node_modules/latchkey'])
    rmSync(join(folder, part), { recursive: true, force: true })
  for (const part of ['dist', 'package.json'])
    cpSync(join(projectRoot, part), join(folder, 'node_modules/latchkey', part), { recursive: true })
  cpSync(join(projectRoot, 'test/next/site'), folder, { recursive: true })
  renameSync(join(folder, 'before.js'), join(folder, before))
  await promisify(execFile)(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: folder,
    env: { ...getMachineEnv(), ...env },
    maxBuffer: 2 ** 26,
  }).catch(failure => {
    throw new Error(`next build failed.\n${failure.stdout}${failure.stderr}`)
  })
  return folder
}

/** Serves what was built. */
export async function serveSite(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const port = await getFreePort()
  const origin = `http://localhost:${port}`
  const own = { ...getMachineEnv(), PORT: String(port), AUTH_TRUST_HOST: 'true', ...env }
  const { stop } = await startServer({ folder, env: own, url: origin + (env['SITE_BASE_PATH'] ?? '') })
  return { origin, stop }
}

/** What a process needs of this machine; nothing of the tests. */
function getMachineEnv(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1' }
}
