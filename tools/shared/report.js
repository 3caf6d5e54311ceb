/**
 * Converts the reports of third-party tools to faults of a gate. A tool that fails without a fault, or without a report, is a
 * fault too. Otherwise an error in its configuration would be taken for success.
 *
 * @module
 */

/** Returns the faults that `listFaults` finds in the JSON report of a tool, or its whole output if there are none. */
export function collectFaults({ ok, output, stdout }, listFaults) {
  const report = parseJson(stdout)
  const faults = report === undefined ? [] : listFaults(report)
  return faults.length > 0 || (ok && report !== undefined)
    ? faults
    : [output.trim() || 'The tool failed without output.']
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the Code Climate format, which Biome and knip write. Line 0 stands for the whole file. */
export function listCodeClimate(issues) {
  return issues.map(({ check_name, description, location: { path, lines, positions } }) => ({
    path,
    line: lines?.begin ?? positions.begin.line,
    check: check_name,
    text: description,
  }))
}
