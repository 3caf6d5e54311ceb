import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listFiles } from '../../tools/shared/source-tree.js'
import { hasManyFrameworks } from '../frameworks/examples.js'
import { run } from '../unit/bundle/packed.js'

/** An app that was written for Auth.js. */
export interface Fixture {
  readonly name: string
  /** What it imports until it moves. */
  readonly package: string
  /** Where the actions are. */
  readonly basePath: string
  /** Whether it takes a build until it serves. */
  readonly isBuilt?: true
  /** Whether it takes its own port for that of the address, whatever it is asked by. */
  readonly knowsItsPort?: true
  /** Whether it is set up for a proxy in front of it, as its framework wants it. */
  readonly trustsProxies?: true
}

/** One line for each. */
const all: readonly Fixture[] = [
  { name: 'express', package: '@auth/express', basePath: '/auth', trustsProxies: true },
  { name: 'next', package: 'next-auth', basePath: '/api/auth', isBuilt: true, knowsItsPort: true },
  { name: 'sveltekit', package: '@auth/sveltekit', basePath: '/auth', isBuilt: true },
]

/** `npm test` has no time for two builds of each. */
export const fixtures = all.filter(({ isBuilt }) => !isBuilt || hasManyFrameworks)

/** The same app before and after it has moved in, both installed, and built where it takes a build. */
export interface Pair {
  readonly before: string
  readonly after: string
  /** What the command printed without `--write`. */
  readonly patch: string
  dispose(): void
}

const apps = fileURLToPath(new URL('apps', import.meta.url))

/** Does to the app of a fixture what its team would do; `latchkey` is the package as it would be published, unpacked and packed. */
export async function migrateApp(
  fixture: Fixture,
  latchkey: { folder: string; tarball: string },
): Promise<Pair> {
  // Outside of the repository, whose own packages would stand in for missing ones.
  const folder = mkdtempSync(join(tmpdir(), `latchkey-move-in-${fixture.name}-`))
  const [before, after] = [join(folder, 'before'), join(folder, 'after')]
  for (const place of [before, after]) copyApp(fixture, place)
  const command = [
    join(latchkey.folder, 'dist/cli/latchkey.js'),
    'migrate-imports',
    '--range',
    `file:${latchkey.tarball}`,
  ]
  const patch = run(process.execPath, command, after)
  run(process.execPath, [...command, '--write'], after)
  await Promise.all([before, after].map(install))
  if (fixture.isBuilt) for (const place of [before, after]) run('npm', ['run', 'build'], place)
  return { before, after, patch, dispose: () => rmSync(folder, { recursive: true, force: true }) }
}

function copyApp({ name }: Fixture, to: string): void {
  const filter = (path: string) => !['node_modules', '.next', '.svelte-kit', 'build'].includes(basename(path))
  for (const from of [name, 'shared']) cpSync(join(apps, from), to, { recursive: true, filter })
}

async function install(folder: string): Promise<void> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', ...options], { cwd: folder })
}

/** What package.json of a folder says. */
export function readManifest(folder: string): {
  dependencies: Record<string, string>
} {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The texts that a team writes, by their paths. */
export function readSources(folder: string): Record<string, string> {
  const paths: string[] = listFiles(folder, '.', /\.(?:[jt]sx?|svelte)$|^package\.json$/)
  const own = paths.filter(path => !/^(?:build|\.next|\.svelte-kit|next-env)/.test(path))
  return Object.fromEntries(own.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}
