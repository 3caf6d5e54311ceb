/**
 * Limits what the project itself installs, because each contributor waits for it: the number of packages, install scripts, which compile for
 * minutes, and packages that do not support every Node version of Latchkey, of which npm warns. Frameworks belong in the folders of
 * `linked-packages.js`.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFolders, listShared } from '../linked-packages.js'
import { readManifest } from '../shared/subpaths.js'
import { readPackages } from './lockfiles.js'
import { isInRange } from './ranges.js'

/** The number of packages in the lockfile of the project, with those of other platforms. */
const maxPackages = 420

/** Packages that run a script when they are installed, in less than a second. */
const allowedScripts = new Set(['esbuild'])

/** Finds faults of the packages that the project and the folders of `linked-packages.js` install. */
export function findProjectFaults(root) {
  const packages = readPackages(root, 'package-lock.json')
  return [
    ...findExcess(packages),
    ...packages.flatMap(entry => findPackageFaults(root, entry)),
    ...findShareFaults(root),
  ]
}

function findExcess({ length }) {
  if (length <= maxPackages) return []
  return [
    `package-lock.json: ${length} packages, at most ${maxPackages} are allowed. Install what only some tests need in a folder of ` +
      'tools/linked-packages.js, or raise the limit in tools/dependencies/project-limits.js.',
  ]
}

function findPackageFaults(root, { name, version, engines, hasInstallScript }) {
  const supported = /\d+(\.\d+)*/.exec(readManifest(root).engines?.node ?? '')?.[0]
  const faults = []
  if (hasInstallScript && !allowedScripts.has(name)) faults.push('runs a script when it is installed')
  if (supported && engines?.node && !isInRange(supported, engines.node))
    faults.push(`requires Node ${engines.node}, and Latchkey supports ${supported}`)
  return faults.map(
    fault =>
      `package-lock.json: ${name} ${version} ${fault}. Install it in a folder of tools/linked-packages.js.`,
  )
}

/** Finds packages that are listed twice. A second copy of a framework has other types and another state. */
function findShareFaults(root) {
  const { dependencies, devDependencies } = readManifest(root)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const owners = new Map(
    Object.keys({ ...dependencies, ...devDependencies }).map(name => [name, 'package.json']),
  )
  return listFolders(root).flatMap(folder => {
    if (!existsSync(join(root, folder, 'package-lock.json')))
      return [`${folder} has no lockfile. Run \`npm install --package-lock-only\` there.`]
    const locked = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')).packages
    return listShared(root, folder).flatMap(name => {
      const path = `node_modules/${name}`
      const owner = owners.get(name)
      owners.set(name, folder)
      if (owner) return [`${folder}/package.json: ${name} is also in ${owner}. Remove it from one of them.`]
      if (!packages[path] || packages[path].version === locked[path]?.version) return []
      return [
        `${folder}/package.json: ${name} is ${packages[path].version} in package-lock.json. Use this version.`,
      ]
    })
  })
}
