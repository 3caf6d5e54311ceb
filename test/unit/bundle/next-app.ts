import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installDependencies } from '../../../tools/setup.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { readManifest } from '../../../tools/shared/subpaths.js'
import { extractTarball } from './packed.js'

/** The folder of the app, with sources, manifest and lockfile. */
export const nextApp = join(projectRoot, 'test/bundle')

/** Installs the dependencies of the app, and the package without its optional peers. */
export async function installNextApp(tarball: string): Promise<void> {
  await installDependencies(nextApp)
  await extractTarball(tarball, nextApp)
  const needed = Object.keys(readManifest(join(nextApp, 'node_modules/latchkey')).dependencies ?? {})
  const missing = needed.filter(name => !existsSync(join(nextApp, 'node_modules', name)))
  if (missing.length > 0) throw new Error(`test/bundle/package.json lacks ${missing.join(', ')}.`)
}

/** Builds the app with the default bundler of Next. */
export async function buildNextApp(): Promise<void> {
  rmSync(join(nextApp, '.next'), { recursive: true, force: true })
  const child = startNext('build')
  const output = read(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`next build failed.\n${output.join('')}`)
}

/** Reads the code that the built app sends to browsers. Next bundles it with Turbopack. */
export async function readClientChunks(): Promise<string> {
  const files = await readdir(join(nextApp, '.next/static'), { recursive: true })
  const scripts = files.filter(file => file.endsWith('.js'))
  const texts = await Promise.all(scripts.map(file => readFile(join(nextApp, '.next/static', file), 'utf8')))
  return texts.join('\n')
}

/** Starts the built app on a free port and waits until it is ready. */
export async function startNextApp(): Promise<{ origin: string; stop(): Promise<void> }> {
  const child = startNext('start', '--port', '0', '--hostname', 'localhost')
  const output = read(child)
  const ended = once(child, 'close')
  const origin = await Promise.race([readAnnouncedUrl(child, output), ended.then(() => null)])
  if (!origin) throw new Error(`next start failed.\n${output.join('')}`)
  return {
    origin,
    async stop() {
      child.kill()
      await ended
    },
  }
}

function startNext(...args: string[]): ChildProcess {
  // Next sets NODE_ENV itself.
  const { NODE_ENV: _, ...inherited } = process.env
  return spawn(process.execPath, ['node_modules/next/dist/bin/next', ...args], {
    cwd: nextApp,
    env: { ...inherited, NEXT_TELEMETRY_DISABLED: '1', AUTH_SECRET: 'of-thirty-two-characters-or-more' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function read({ stdout, stderr }: ChildProcess): string[] {
  const chunks: string[] = []
  for (const stream of [stdout, stderr]) stream?.on('data', chunk => chunks.push(String(chunk)))
  return chunks
}

async function readAnnouncedUrl({ stdout }: ChildProcess, output: readonly string[]): Promise<string | null> {
  for (;;) {
    const text = output.join('')
    const origin = /Local:\s+(http:\/\/localhost:\d+)/.exec(text)?.[1]
    if (origin && text.includes('Ready')) return origin
    if (!stdout) return null
    await once(stdout, 'data')
  }
}
