/**
 * The verdict of `npm test`. Its last line counts whatever failed, gates and broken files too, so that it never looks
 * green when the run is not.
 *
 * @module
 */

/**
 * @param run `code` and `tally` of Vitest (no tally when it broke down), the names of `failedGates`, what is wrong with
 *   `rules` and their tests, how many `tests` were left `unrun` for what `reason`, and whether this `isCI`.
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
  if (passed + failed === 0) objections.push('No test ran, so nothing is known: this run fails.')
  if (isCI && skipped > 0) objections.push('CI skips nothing: what was skipped makes this run fail.')
  return objections
}

/** One line for the tests of a file that were skipped for the same reason. */
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
