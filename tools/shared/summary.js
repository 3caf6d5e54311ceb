/**
 * Builds the summary of `npm test`. Its last line counts all failures, including gates and files that did not load.
 *
 * @module
 */

/**
 * Builds the lines to print at the end of a run.
 *
 * @param run `code` and `tally` of Vitest (no tally if it crashed), the names of `failedGates`, the faults of conformance
 *   `rules`, the number of `tests` that were not run (`unrun`) with the `reason`, and whether this `isCI`
 * @returns the `lines` to print, counts last, and whether all is `ok`
 */
export function buildSummary({ code, tally = {}, failedGates = [], rules = [], unrun, isCI = false }) {
  const { passed = 0, failed = 0, skipped = [], broken = [] } = tally
  const breakage = [...failedGates.map(name => `the gate ${name}`), ...broken]
  breakage.push(...rules.map(fault => `the rule ${fault}`))
  if (code !== 0 && failed + broken.length === 0) breakage.push(`Vitest, with exit code ${code}`)

  const counts = { passed, failed: failed + breakage.length, skipped: skipped.length + (unrun?.tests ?? 0) }
  const objections = listObjections(counts, isCI)
  const remarks = [
    ...breakage.map(name => `Failed: ${name}`),
    ...describeSkipped(skipped),
    ...(unrun ? [`Skipped: ${unrun.tests} in the browser: ${unrun.reason}`] : []),
  ]
  return {
    lines: [...remarks, ...objections, formatCounts(counts)],
    ok: counts.failed === 0 && objections.length === 0,
  }
}

function listObjections({ passed, failed, skipped }, isCI) {
  const objections = []
  if (passed + failed === 0) objections.push('No test ran. This run fails.')
  if (isCI && skipped > 0) objections.push('Tests were skipped, which is a failure in CI.')
  return objections
}

/** Formats one line for the tests of a file that were skipped for the same reason. */
function describeSkipped(skipped) {
  const counts = new Map()
  for (const { file, reason } of skipped) {
    const line = `${file}: ${reason}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => `Skipped: ${count} in ${line}`)
}

function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
