/**
 * `any`, `!` and a silenced compiler are promises that nobody keeps, and in authentication the broken ones are holes.
 * A function of a hundred lines or four parameters is where such a hole hides. These rules are about reading, so they
 * are few, they are measured on the syntax tree, and there is no comment that turns one off.
 *
 * `node tools/check-strict.js --warnings` also lists what is allowed but not the custom.
 *
 * @module
 */
import { isMainModule, projectRoot, runAsGate } from './shared/gate.js'
import { collectRemarks, readSources } from './shared/source-tree.js'
import { findFileFaults, findNodeFaults, findWarnings } from './strict/size-limits.js'
import { findInferredAny, findSuppressions, findTypeEscapes } from './strict/type-escapes.js'

/** Faults of `src` below `root`: escapes from the type system, and what is too long, too wide or named by nothing. */
export function checkStrict(root) {
  const sources = readSources(root)
  return [...sources.flatMap(checkSource), ...findInferredAny(root, sources)]
}

function checkSource(source) {
  const faults = [...findSuppressions(source), ...findFileFaults(source)]
  return [...faults, ...collectRemarks(source, node => [...findTypeEscapes(node), ...findNodeFaults(node)])]
}

await runAsGate(import.meta.url, checkStrict)
if (isMainModule(import.meta.url) && process.argv.includes('--warnings'))
  for (const warning of readSources(projectRoot).flatMap(findWarnings)) console.warn(warning)
