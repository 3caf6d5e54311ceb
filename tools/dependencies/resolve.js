/**
 * Resolves the dependencies of packages in a lockfile of npm. Imports only modules of Node.
 *
 * @module
 */
import { posix } from 'node:path'

export const installFolder = 'node_modules/'

/** Returns the path of the package `name` that the package at `path` requires. Looks in its folder, then in those above, as Node does. */
export function resolveDependency(packages, path, name) {
  const candidate = posix.join(path, installFolder, name)
  if (packages[candidate]) return candidate
  if (path === '') return undefined
  const parent = path.slice(0, Math.max(0, path.lastIndexOf(`/${installFolder}`)))
  return resolveDependency(packages, parent, name)
}

/** Returns the paths of the packages `names` of the project and of all that they require. Optional peer dependencies are left out. */
export function findRequiredPaths(packages, names) {
  const found = new Set()
  const waiting = names.map(name => resolveDependency(packages, '', name))
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    waiting.push(
      ...listRequiredNames(packages[path]).flatMap(name => resolveDependency(packages, path, name) ?? []),
    )
  }
  return [...found].sort()
}

function listRequiredNames({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}
