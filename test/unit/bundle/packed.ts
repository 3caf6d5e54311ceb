import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '../../../tools/build/if-stale.js'
import { frameworkFolders, installLinkedPackages, listFolders } from '../../../tools/linked-packages.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { readManifest } from '../../../tools/shared/subpaths.js'

/** Packs the current sources as `npm publish` does. */
export async function createTarball(): Promise<string> {
  for (const fault of await buildIfStale(projectRoot)) throw new Error(fault)
  const folder = await createFolder()
  const [file] = run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    projectRoot,
  )
    .trim()
    .split('\n')
  return join(folder, file ?? '')
}

/** Creates a project with the package, its dependencies and these optional peers. */
export async function createProject(tarball: string, peers: readonly string[] = []): Promise<string> {
  const folder = await createFolder()
  await extractTarball(tarball, folder)
  await copyDependencies(projectRoot, folder)
  for (const name of peers) await copyPackage(name, folder)
  return folder
}

/** Replaces the package in the `node_modules` of `folder`. */
export async function extractTarball(tarball: string, folder: string): Promise<void> {
  const target = join(folder, 'node_modules/latchkey')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], folder)
}

async function copyDependencies(from: string, folder: string): Promise<void> {
  const { dependencies = {}, optionalDependencies = {} } = readManifest(from)
  const installed = Object.keys(optionalDependencies).filter(findInstalled)
  for (const name of [...Object.keys(dependencies), ...installed]) await copyPackage(name, folder)
}

async function copyPackage(name: string, folder: string): Promise<void> {
  const source = await findPackage(name)
  await cp(source, join(folder, 'node_modules', name), { recursive: true })
  await copyDependencies(source, folder)
}

/** A framework, and what it depends on, is with its tests. */
async function findPackage(name: string): Promise<string> {
  const source = findInstalled(name)
  if (source) return source
  await installLinkedPackages()
  return findInstalled(name) ?? join(projectRoot, 'node_modules', name)
}

function findInstalled(name: string): string | undefined {
  const folders = ['.', ...listFolders(projectRoot, frameworkFolders)]
  return folders.map(folder => join(projectRoot, folder, 'node_modules', name)).find(path => existsSync(path))
}

const folders: string[] = []

/** Creates a folder outside of the repository, so that its `node_modules` is not found. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bundle-'))
  folders.push(folder)
  return folder
}

/** Removes the created folders. Call it in `afterAll`. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}

/** Runs a program and returns its output. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const shell = process.platform === 'win32'
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, shell, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${command} ${args[0]} failed.\n${stdout}${stderr}`, { cause: error })
}
