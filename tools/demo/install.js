/**
 * Installs the packages that the playground and its build need, a fifth of those of the project. Imports only modules of Node, because it
 * runs before anything is installed.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRequiredPaths } from '../dependencies/resolve.js'
import { installDependencies, runInTerminal } from '../setup.js'

/** What the playground, the modules of Latchkey that it uses, and the build import. */
const demoPackages = [
  '@simplewebauthn/server',
  'kysely',
  'libsql',
  'nodemailer',
  'oauth4webapi',
  'oidc-provider',
  'postal-mime',
  'rolldown',
  'smtp-server',
]

/** Where npm installs the packages before they are moved. The lockfile remains, and says what is installed. */
const stagingFolder = 'node_modules/.demo'

/**
 * Installs the packages of the playground into `node_modules` of `root`, in the versions of the lockfile of the project. A later
 * `npm install` adds the others. Installs all packages if some are there already, as in the clone of a contributor.
 */
export async function installDemo(root) {
  if (hasOtherPackages(root)) return installDependencies(root)
  const lockfile = JSON.stringify(buildLockfile(root))
  if (readInstalled(root) === lockfile) return

  console.log('Installing npm dependencies of the playground ...')
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  const folder = join(root, stagingFolder)
  mkdirSync(folder, { recursive: true })
  const { '': manifest } = JSON.parse(lockfile).packages
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), lockfile)
  const code = await runInTerminal('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], folder)
  if (code !== 0)
    throw new Error(`npm ci failed with exit code ${code}. The output above contains the reason.`)
  movePackages(root)
  writeFileSync(join(folder, 'installed.json'), lockfile)
}

/** Returns the part of the lockfile of the project that locks the packages of the playground, as one of a project of its own. */
function buildLockfile(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies, devDependencies } = packages['']
  const versions = { ...devDependencies, ...dependencies }
  const manifest = {
    name: 'latchkey-playground',
    dependencies: Object.fromEntries(demoPackages.map(name => [name, versions[name]])),
  }
  const locked = findRequiredPaths(packages, demoPackages).map(path => [path, toDependency(packages[path])])
  return {
    name: manifest.name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(locked) },
  }
}

/** In the project, most of these packages are for development. */
function toDependency({ dev, devOptional, peer, ...entry }) {
  return devOptional ? { ...entry, optional: true } : entry
}

function readInstalled(root) {
  const file = join(root, stagingFolder, 'installed.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Returns whether `node_modules` has packages that this module has not installed. Only an install of all writes a hidden lockfile there. */
function hasOtherPackages(root) {
  const isOurs = existsSync(join(root, stagingFolder))
  return (
    existsSync(join(root, 'node_modules/.package-lock.json')) ||
    (existsSync(join(root, 'node_modules')) && !isOurs)
  )
}

/** npm must not take the hidden lockfile for one of the project. */
function movePackages(root) {
  const installed = join(root, stagingFolder, 'node_modules')
  rmSync(join(installed, '.package-lock.json'))
  for (const name of readdirSync(installed))
    renameSync(join(installed, name), join(root, 'node_modules', name))
  rmSync(installed, { recursive: true })
}
