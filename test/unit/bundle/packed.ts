import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../../tools/build.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { listFiles } from '../../../tools/shared/source-tree.js'
import { readManifest } from '../../../tools/shared/subpaths.js'

/** What `npm publish` would publish, of the sources as they are now. */
export async function createTarball(): Promise<string> {
  if (isStale()) for (const fault of build(projectRoot)) throw new Error(fault)
  const folder = await createFolder()
  const [file] = run('npm', ['pack', '--silent', '--pack-destination', folder], projectRoot)
    .trim()
    .split('\n')
  return join(folder, file ?? '')
}

function isStale(): boolean {
  const built = join(projectRoot, 'dist/index.js')
  if (!existsSync(built)) return true
  const time = statSync(built).mtimeMs
  return listFiles(projectRoot, 'src', /./).some(
    (path: string) => statSync(join(projectRoot, path)).mtimeMs > time,
  )
}

/** A project elsewhere that has the package and its dependencies, and no optional peer. */
export async function createProject(tarball: string): Promise<string> {
  const folder = await createFolder()
  await extractTarball(tarball, folder)
  await copyDependencies(projectRoot, folder)
  return folder
}

/** Puts the package into the `node_modules` of `folder`, in place of what is there. */
export async function extractTarball(tarball: string, folder: string): Promise<void> {
  const target = join(folder, 'node_modules/latchkey')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], folder)
}

async function copyDependencies(from: string, folder: string): Promise<void> {
  for (const name of Object.keys(readManifest(from).dependencies ?? {})) {
    const source = join(projectRoot, 'node_modules', name)
    await cp(source, join(folder, 'node_modules', name), { recursive: true })
    await copyDependencies(source, folder)
  }
}

const folders: string[] = []

/** Outside the repository, whose own `node_modules` has everything. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bundle-'))
  folders.push(folder)
  return folder
}

/** For `afterAll`. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}

/** Runs a program to its end and answers with what it printed. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const shell = process.platform === 'win32'
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, shell, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${command} ${args[0]} failed.\n${stdout}${stderr}`, { cause: error })
}
