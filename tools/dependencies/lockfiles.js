/**
 * Reads the packages of lockfiles of npm.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../shared/list-files.js'
import { installFolder, resolveDependency } from './resolve.js'

/** Lists the lockfiles below `root`: that of the project, and those of examples, benchmarks and tests. */
export function listLockfiles(root) {
  return listFiles(root, '.', /(^|\/)package-lock\.json$/)
}

/**
 * Reads the installed packages of a lockfile, without this project and links.
 *
 * @returns `{ path, name, version, license, integrity, resolved, dev, optional, dependencies }` of each; `dev` and `optional` as npm defines
 *   them, and `dependencies` as the paths of the packages that it requires
 */
export function readPackages(root, lockfile) {
  const { packages } = JSON.parse(readFileSync(join(root, lockfile), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { link, resolved }]) => path.includes(installFolder) && !link && !isLocal(resolved))
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: entry.name ?? path.slice(path.lastIndexOf(installFolder) + installFolder.length),
      dependencies: findDependencies(packages, path),
    }))
}

/** The examples install the package from this folder. */
function isLocal(resolved = '') {
  return resolved.startsWith('file:')
}

/** Returns the paths of the run-time dependencies of the project itself. */
export function readProjectDependencies(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies = {} } = packages['']
  return Object.keys(dependencies).map(name => `${installFolder}${name}`)
}

/**
 * Returns, as `{ name, dependent }`, the dependencies for which a lockfile has no package. npm leaves out packages of other platforms if a
 * lockfile is written beside `node_modules`, and then `npm ci` fails on those. Peer dependencies may be absent.
 */
export function findMissingPackages(root, lockfile) {
  const { packages } = JSON.parse(readFileSync(join(root, lockfile), 'utf8'))
  return Object.keys(packages)
    .filter(path => path === '' || (path.includes(installFolder) && !packages[path].link))
    .flatMap(path =>
      listRequiredNames(packages[path])
        .filter(name => !resolveDependency(packages, path, name))
        .map(name => ({ name, dependent: path.split(installFolder).at(-1) || 'the project' })),
    )
}

/** Only the project itself has `devDependencies` in a lockfile. */
function listRequiredNames({ dependencies, devDependencies, optionalDependencies }) {
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
}

/** Returns the paths of the packages that the package at `path` requires, and of those optional ones that are locked. */
function findDependencies(packages, path) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.flatMap(name => resolveDependency(packages, path, name) ?? [])
}
