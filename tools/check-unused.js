/**
 * Code that nobody calls is still read, mended and attacked, and it misleads whoever takes it for a part of the house.
 * A dependency that nobody imports is installed all the same, with whatever its next version brings; one that is
 * imported and not listed works here and fails at a user's. None of the three is seen by the compiler, which looks at
 * one file at a time.
 *
 * @module
 */
import { runAsGate } from './shared/gate.js'
import { collectFaults, listCodeClimate } from './shared/report.js'
import { runPackage } from './shared/run.js'

const command = ['knip/bin/knip.js', '--no-progress', '--reporter=codeclimate']

/** What knip finds below `root`: files, exports and dependencies without a use, imports without a source. */
export async function checkUnused(root) {
  return collectFaults(await runPackage(command, root), issues => listCodeClimate(issues).map(describe))
}

function describe({ path, line, text }) {
  return `${path}${line > 0 ? `:${line}` : ''} ${text}`
}

await runAsGate(import.meta.url, checkUnused)
