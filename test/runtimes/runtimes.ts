import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuntimeInfo } from './report.js'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The folder in which the runtimes are installed. They are run by path. */
export const installed = join(here, 'installed')

/** A runtime and the command that runs a bundle in it. */
export interface Runtime {
  readonly name: string
  /** The required path below `installed/node_modules`. */
  readonly needs: string
  /** The package whose version is that of the runtime. */
  readonly package: string
  readonly entry: 'process' | 'worker' | 'edge'
  /** The file that `#crypto` resolves to. */
  readonly crypto: 'node' | 'web'
  readonly command: (bundle: string) => readonly [program: string, ...args: string[]]
  /** The expected runtime info, so that the suite cannot pass on another runtime. */
  readonly self: (version: string) => { readonly [K in keyof RuntimeInfo]?: unknown }
}

function resolveInstalled(path: string): string {
  return join(installed, 'node_modules', path)
}

/**
 * Returns the path of the program in the package of this platform. The install script of `name` would only copy it to `copy`, but npm may
 * run no install scripts.
 */
function findProgram(name: string, program: string, copy: string): string {
  const manifest = resolveInstalled(`${name}/package.json`)
  if (!existsSync(manifest)) return copy
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  const paths = Object.keys(optionalDependencies).map(platform => `${platform}/${program}`)
  return paths.find(path => existsSync(resolveInstalled(path))) ?? copy
}

/** The path of Bun below `installed/node_modules`. */
export const bunProgram = findProgram('bun', 'bin/bun', 'bun/bin/bun.exe')

/** The path of Deno below `installed/node_modules`. */
export const denoProgram = findProgram('deno', 'deno', 'deno/deno')

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
    needs: bunProgram,
    package: 'bun',
    entry: 'process',
    crypto: 'node',
    command: bundle => [resolveInstalled(bunProgram), bundle],
    self: version => ({ versions: { bun: version } }),
  },
  {
    name: 'Deno',
    needs: denoProgram,
    package: 'deno',
    entry: 'process',
    crypto: 'node',
    command: bundle => [
      resolveInstalled(denoProgram),
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

/** Returns why a runtime cannot run, or null if it can. */
export function getObstacle({ name, needs }: Runtime): string | null {
  if (existsSync(resolveInstalled(needs))) return null
  return `${name} is not installed: "npm install" in test/runtimes/installed must install ${needs}`
}

/** Returns the installed version. */
export function readVersion(runtime: Runtime): string {
  return JSON.parse(readFileSync(resolveInstalled(`${runtime.package}/package.json`), 'utf8')).version
}
