/**
 * Verifies that `src` does not bypass the type system (`any`, `!`, suppressed checks) and assigns no new function to a property, and
 * limits the size of files and functions. The rules are measured on the syntax tree. No comment turns one off.
 *
 * `node tools/check-strict.js --warnings` also lists what exceeds the recommended limits.
 *
 * @module
 */
import { isMainModule, projectRoot, runAsGate } from './shared/gate.js'
import { collectRemarks, readSources } from './shared/source-tree.js'
import { findAssignedFunctions } from './strict/assigned-functions.js'
import { findFileFaults, findNodeFaults, findWarnings } from './strict/size-limits.js'
import { findInferredAny, findSuppressions, findTypeEscapes } from './strict/type-escapes.js'

/** Finds type escapes, assigned functions, long files and functions, too many parameters and vague names in `src` below `root`. */
export function checkStrict(root) {
  const sources = readSources(root)
  return [...sources.flatMap(checkSource), ...findInferredAny(root, sources)]
}

function checkSource(source) {
  const faults = [...findSuppressions(source), ...findFileFaults(source)]
  const findFaults = node => [
    ...findTypeEscapes(node),
    ...findAssignedFunctions(node),
    ...findNodeFaults(node),
  ]
  return [...faults, ...collectRemarks(source, findFaults)]
}

await runAsGate(import.meta.url, checkStrict)
if (isMainModule(import.meta.url) && process.argv.includes('--warnings'))
  for (const warning of readSources(projectRoot).flatMap(findWarnings)) console.warn(warning)
