import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuntimeInfo } from './report.js'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Where the runtimes have their manifest; they are installed below it, and called by path. */
export const installed = join(here, 'installed')

/** A runtime, and how it is made to run a bundle. */
export interface Runtime {
  readonly name: string
  /** Below `installed/node_modules`: what has to be there. */
  readonly needs: string
  /** The package whose version it is. */
  readonly package: string
  readonly entry: 'process' | 'worker' | 'edge'
  /** Which file is behind `#crypto` where the package is resolved for it. */
  readonly crypto: 'node' | 'web'
  readonly command: (bundle: string) => readonly [program: string, ...args: string[]]
  /** What it must say of itself, so that no check passes on another runtime. */
  readonly self: (version: string) => { readonly [K in keyof RuntimeInfo]?: unknown }
}

function resolveInstalled(path: string): string {
  return join(installed, 'node_modules', path)
}

function createNodeRuntime(major: number): Runtime {
  const program = `node-${major}/bin/node`
  return {
    name: `Node ${major}`,
    needs: program,
    package: `node-${major}`,
    entry: 'process',
    crypto: 'node',
    command: bundle => [resolveInstalled(program), bundle],
    self: version => ({ versions: { node: version } }),
  }
}

export const runtimes: readonly Runtime[] = [
  ...[20, 22, 24, 26].map(createNodeRuntime),
  {
    name: 'Bun',
    needs: 'bun/bin/bun.exe',
    package: 'bun',
    entry: 'process',
    crypto: 'node',
    command: bundle => [resolveInstalled('bun/bin/bun.exe'), bundle],
    self: version => ({ versions: { bun: version } }),
  },
  {
    name: 'Deno',
    needs: 'deno/deno',
    package: 'deno',
    entry: 'process',
    crypto: 'node',
    command: bundle => [
      resolveInstalled('deno/deno'),
      'run',
      '-A',
      '--node-modules-dir=manual',
      '--cached-only',
      bundle,
    ],
    self: version => ({ versions: { deno: version } }),
  },
  {
    name: 'workerd',
    needs: 'workerd/bin/workerd',
    package: 'workerd',
    entry: 'worker',
    crypto: 'web',
    command: bundle => [
      process.execPath,
      join(here, 'run-workerd.js'),
      resolveInstalled('miniflare'),
      bundle,
    ],
    self: () => ({ agent: 'Cloudflare-Workers', globals: [] }),
  },
  {
    name: 'edge-runtime',
    needs: 'edge-runtime',
    package: 'edge-runtime',
    entry: 'edge',
    crypto: 'web',
    command: bundle => [
      process.execPath,
      join(here, 'run-edge-runtime.js'),
      resolveInstalled('edge-runtime'),
      bundle,
    ],
    self: () => ({ agent: 'edge-runtime', globals: [] }),
  },
]

/** Why a runtime cannot be had here; null when it can. */
export function getObstacle({ name, needs }: Runtime): string | null {
  if (existsSync(resolveInstalled(needs))) return null
  return `${name} is not installed: "npm install" in test/runtimes/installed should have brought ${needs}`
}

/** The version that is installed. */
export function readVersion(runtime: Runtime): string {
  return JSON.parse(readFileSync(resolveInstalled(`${runtime.package}/package.json`), 'utf8')).version
}
