/**
 * Renders `docs/assurance.md`: the figures of the last long run of each test with random runs.
 *
 * @module
 */

/** The size of the long run by unit. */
const fullSizes = { repetitions: 200, visits: 10_000, requests: 1_000_000, inputs: 1_000_000 }

const introduction = `# Assurance

These tests repeat random runs. \`npm test\` runs a few of each, and \`npm run test:fire\` runs many. The table shows the last long run of each
test that passed. "Full size" is what \`npm run test:fire\` runs by default. A run with options can be smaller, so compare both columns.

\`npm run test:fire -- --write\` writes this page. [Testing](testing.md#fuzz-targets) describes the fuzz targets.

| Test | Runs | Full size | Duration | Date |
|---|---:|---:|---:|---|
`

/**
 * Returns the page with new figures. Rows of tests that did not run stay.
 *
 * @param {string} page the current page
 * @param {readonly { name: string, unit: string, count: number, seconds: number, date: string }[]} figures
 */
export function renderAssurance(page, figures) {
  const rows = new Map(parseRows(page))
  for (const figure of figures) rows.set(toCell(figure.name), renderRow(figure))
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  return `${introduction}${sorted.join('\n')}\n`
}

/** Returns the rows of the table by their first cell. */
function parseRows(page) {
  const rows = page.split('\n').filter(line => /^\| (?!Test \|)/.test(line))
  return rows.map(row => [row.split(' | ')[0].slice(2), row])
}

function renderRow({ name, unit, count, seconds, date }) {
  const runs = `${formatNumber(count)} ${unit}`
  return `| ${[toCell(name), runs, formatNumber(fullSizes[unit]), `${formatNumber(seconds)} s`, date].join(' | ')} |`
}

/** A bar would end the cell. */
function toCell(text) {
  return text.replaceAll('|', '/')
}

function formatNumber(value) {
  return value.toLocaleString('en-US')
}
