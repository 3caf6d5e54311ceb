/**
 * Finds unused code and dependencies with knip. Unused code still has to be maintained, and an unused dependency is still
 * installed. A dependency that is imported but not listed works here and fails in an app.
 *
 * @module
 */
import { runAsGate } from './shared/gate.js'
import { collectFaults, listCodeClimate } from './shared/report.js'
import { runPackage } from './shared/run.js'

const command = ['knip/bin/knip.js', '--no-progress', '--reporter=codeclimate']

/** Runs knip below `root`: finds unused files, exports and dependencies, and unresolved imports. */
export async function checkUnused(root) {
  return collectFaults(await runPackage(command, root), issues => listCodeClimate(issues).map(describe))
}

function describe({ path, line, text }) {
  return `${path}${line > 0 ? `:${line}` : ''} ${text}`
}

await runAsGate(import.meta.url, checkUnused)
