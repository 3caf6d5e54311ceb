/**
 * Finds unused code and dependencies with knip. Unused code still has to be maintained, and an unused dependency is still
 * installed. A dependency that is imported but not listed works here and fails in an app.
 *
 * @module
 */
import { listFolders, listShared } from './linked-packages.js'
import { runAsGate } from './shared/gate.js'
import { collectFaults, listCodeClimate } from './shared/report.js'
import { runPackage } from './shared/run.js'

const command = ['knip/bin/knip.js', '--no-progress', '--no-exit-code', '--reporter=codeclimate']

/** Packages that nothing imports, and that an imported one requires. knip takes the last one for an optional peer of Vitest. */
const peers = new Set(['@angular/platform-browser', '@opentelemetry/api'])

/** Runs knip below `root`: finds unused files, exports and dependencies, and unresolved imports. */
export async function checkUnused(root) {
  return collectFaults(await runPackage(command, root), issues =>
    resolveShared(root, listCodeClimate(issues)).map(describe),
  )
}

/**
 * knip reads one manifest, and finds no package of the folders that `linked-packages.js` installs. Leaves out these packages, and adds those
 * that it did not find: nothing imports them.
 */
function resolveShared(root, issues) {
  const shared = listFolders(root).flatMap(folder => listShared(root, folder).map(name => ({ folder, name })))
  const names = new Set(shared.flatMap(({ name }) => [name, name.replace('@types/', '')]))
  const found = new Set(issues.map(findUnlisted).filter(name => names.has(name)))
  const unused = shared.filter(({ name }) => !found.has(name) && !isPeer(name))
  return [
    ...issues.filter(issue => !found.has(findUnlisted(issue))),
    ...unused.map(({ folder, name }) => ({
      path: `${folder}/package.json`,
      line: 0,
      text: `Unused dependency: ${name}. A package for the tests of this folder alone belongs in devDependencies.`,
    })),
  ]
}

/** Packages of types, and those that others require beside them. */
function isPeer(name) {
  return name.startsWith('@types/') || peers.has(name)
}

function findUnlisted({ text }) {
  return /^(?:Unlisted dependency|Referenced optional peerDependency): (.+)$/.exec(text)?.[1]
}

function describe({ path, line, text }) {
  return `${path}${line > 0 ? `:${line}` : ''} ${text}`
}

await runAsGate(import.meta.url, checkUnused)
