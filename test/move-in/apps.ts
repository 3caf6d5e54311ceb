import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '../../tools/shared/source-tree.js'
import { run } from '../unit/bundle/packed.js'

/** An app that was written for Auth.js. */
export interface Fixture {
  readonly name: string
  /** What it imports until it moves, and then. */
  readonly package: string
  readonly door: string
  /** Where the actions are. */
  readonly basePath: string
}

/** One line for each. */
export const fixtures: readonly Fixture[] = [
  { name: 'express', package: '@auth/express', door: 'latchkey/express', basePath: '/auth' },
  { name: 'next', package: 'next-auth', door: 'latchkey/next', basePath: '/api/auth' },
  { name: 'sveltekit', package: '@auth/sveltekit', door: 'latchkey/sveltekit', basePath: '/auth' },
]

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
export function moveIn(fixture: Fixture, latchkey: { folder: string; tarball: string }): Pair {
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
  for (const place of [before, after]) install(place)
  return { before, after, patch, dispose: () => rmSync(folder, { recursive: true, force: true }) }
}

function copyApp({ name }: Fixture, to: string): void {
  const filter = (path: string) => !['node_modules', '.next', '.svelte-kit', 'build'].includes(basename(path))
  for (const from of [name, 'shared']) cpSync(join(apps, from), to, { recursive: true, filter })
}

function install(folder: string): void {
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder)
  if (manifestOf(folder).scripts.build) run('npm', ['run', 'build'], folder)
}

/** What package.json of a folder says. */
export function manifestOf(folder: string): {
  scripts: Record<string, string>
  dependencies: Record<string, string>
} {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The texts that a team writes, by their paths. */
export function sourcesOf(folder: string): Record<string, string> {
  const paths: string[] = listFiles(folder, '.', /\.(?:[jt]sx?|svelte)$|^package\.json$/)
  const own = paths.filter(path => !/^(?:build|\.next|\.svelte-kit|next-env)/.test(path))
  return Object.fromEntries(own.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}
