import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../tools/build.js'
import { installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { freePort } from '../support/free-port.js'

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
export const nexts = hasTime ? [newest, ...older] : [newest]

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
  const building = run(folder, ['build'], env)
  const said = listen(building)
  const [code] = await once(building, 'close')
  if (code !== 0) throw new Error(`next build failed.\n${said.join('')}`)
  return folder
}

/** Serves what was built. */
export async function serveSite(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const port = await freePort()
  const server = run(folder, ['start', '--port', String(port)], env)
  const said = listen(server)
  const ended = once(server, 'close')
  const isThere = async () => {
    while (!said.join('').includes('Ready')) if (server.stdout) await once(server.stdout, 'data')
    return true
  }
  if (!(await Promise.race([isThere(), ended.then(() => false)])))
    throw new Error(`next start failed.\n${said.join('')}`)
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      server.kill()
      await ended
    },
  }
}

function run(folder: string, args: string[], env: Readonly<Record<string, string>>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, ['node_modules/next/dist/bin/next', ...args], {
    cwd: folder,
    env: { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1', AUTH_TRUST_HOST: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function listen({ stdout, stderr }: ChildProcess): string[] {
  const said: string[] = []
  for (const stream of [stdout, stderr]) stream?.on('data', chunk => said.push(String(chunk)))
  return said
}
