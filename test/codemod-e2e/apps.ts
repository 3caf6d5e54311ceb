import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listFiles } from '../../tools/shared/source-tree.js'
import { hasManyFrameworks } from '../frameworks/examples.js'
import { run } from '../unit/bundle/packed.js'

/** An Auth.js app. */
export interface Fixture {
  readonly name: string
  /** The Auth.js package that it imports. */
  readonly package: string
  /** The base path of the actions. */
  readonly basePath: string
  /** Creates the app in a folder. By default, the app is that folder of `apps` and `shared`. */
  readonly create?: (folder: string) => void
  /** Whether it requires a build. */
  readonly isBuilt?: true
  /** Whether it uses its own port in URLs instead of that of the request. */
  readonly knowsItsPort?: true
  /** Whether it is written for NextAuth 4. */
  readonly isNextAuth4?: true
  /** Whether it is configured for a proxy. */
  readonly trustsProxies?: true
  /** Whether its cookies of sign-ins in progress do not name the provider, so that such sign-ins start again after the migration. */
  readonly hasUnboundChecks?: true
}

/** All apps. */
const all: readonly Fixture[] = [
  { name: 'express', package: '@auth/express', basePath: '/auth', trustsProxies: true },
  { name: 'next', package: 'next-auth', basePath: '/api/auth', isBuilt: true, knowsItsPort: true },
  { name: 'next-pages', package: 'next-auth', basePath: '/api/auth', isBuilt: true, knowsItsPort: true },
  {
    name: 'solid-start',
    package: '@auth/solid-start',
    basePath: '/api/auth',
    isBuilt: true,
    hasUnboundChecks: true,
  },
  { name: 'sveltekit', package: '@auth/sveltekit', basePath: '/auth', isBuilt: true },
]

/** Apps of NextAuth 4, whose users get other cookies. */
export const nextAuth4Apps = {
  app: defineNextAuth4App('next-auth-4-app'),
  pages: defineNextAuth4App('next-auth-4-pages'),
}

function defineNextAuth4App(name: string): Fixture {
  return {
    name,
    package: 'next-auth',
    basePath: '/api/auth',
    isBuilt: true,
    knowsItsPort: true,
    isNextAuth4: true,
  }
}

/** The tested apps. `npm test` has no time for apps that require builds. */
export const fixtures = all.filter(({ isBuilt }) => !isBuilt || hasManyFrameworks)

/** An app before and after the migration, installed and built. */
export interface Pair {
  readonly before: string
  readonly after: string
  /** The patch that the command prints without `--write`. */
  readonly patch: string
  dispose(): void
}

const apps = fileURLToPath(new URL('apps', import.meta.url))

/** The package as it is published. */
export interface PublishedPackage {
  /** The extracted package. */
  readonly folder: string
  readonly tarball: string
}

/** Migrates an app with the command. */
export async function migrateApp(fixture: Fixture, latchkey: PublishedPackage): Promise<Pair> {
  // Outside of the repository, so that missing packages are not resolved from it.
  const folder = mkdtempSync(join(tmpdir(), `latchkey-codemod-${fixture.name}-`))
  const [before, after] = [join(folder, 'before'), join(folder, 'after')]
  const create = fixture.create ?? (place => copyApp(fixture, place))
  create(before)
  cpSync(before, after, { recursive: true })
  const command = [
    join(latchkey.folder, 'dist/cli/latchkey.js'),
    'migrate-imports',
    ...(fixture.isNextAuth4 ? ['--from', '4'] : []),
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

/** Reads the package.json of a folder. */
export function readManifest(folder: string): {
  dependencies: Record<string, string>
} {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Reads the source files by path. */
export function readSources(folder: string): Record<string, string> {
  const paths: string[] = listFiles(folder, '.', /\.(?:[jt]sx?|svelte)$|^package\.json$/)
  const own = paths.filter(path => !/^(?:build|\.next|\.svelte-kit|next-env)/.test(path))
  return Object.fromEntries(own.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}
