/**
 * What a tool of others reports, as the faults of a gate. A tool that fails and names no fault, or says something else
 * than it was asked for, has broken down: that is a fault too, or a typing error in its settings would pass for order.
 *
 * @module
 */

/** The faults that `listFaults` finds in what a tool wrote as JSON, or all that it said if that explains nothing. */
export function collectFaults({ ok, output, stdout }, listFaults) {
  const report = parseJson(stdout)
  const faults = report === undefined ? [] : listFaults(report)
  return faults.length > 0 || (ok && report !== undefined) ? faults : [output.trim() || 'It said nothing.']
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Code Climate's format, which Biome and knip both write; line 0 is the whole file. */
export function listCodeClimate(issues) {
  return issues.map(({ check_name, description, location: { path, lines, positions } }) => ({
    path,
    line: lines?.begin ?? positions.begin.line,
    check: check_name,
    text: description,
  }))
}
