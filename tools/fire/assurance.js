/**
 * Renders `docs/project/assurance.md`: the figures of the last long run of each test with random runs.
 *
 * @module
 */

/** The size of the long run by unit. A figure can have its own. */
const fullSizes = { repetitions: 200, visits: 10_000, requests: 1_000_000, inputs: 1_000_000 }

const introduction = `# Assurance

These tests repeat random runs. \`npm test\` runs a few of each, and \`npm run test:fire\` runs many. The table shows the last long run of each
test that passed. "Full size" is what \`npm run test:fire\` runs by default. A run with options can be smaller, so compare both columns.

Most [fuzz targets](testing.md#fuzz-targets) call one function or send one request for each input. An input of \`passkey-responses\`,
\`pending-sign-in\` or \`provider-responses\` is a whole sign-in, and one of \`state-machine\` is a story of up to fifty steps with a session read of
three browsers after each. A million of them take hours, so their full size is smaller. It still sends more than a million requests to the app.

The races have rows for each store, and the killed processes for SQLite and PostgreSQL. Duration is the sum of the tests of a row.

\`npm run test:fire -- --write\` writes this page.

| Test | Runs | Full size | Duration | Date |
|---|---:|---:|---:|---|
`

/**
 * Returns the page with new figures. Rows of tests that did not run and the other sections stay.
 *
 * @param {string} page the current page
 * @param {readonly { name: string, unit: string, count: number, seconds: number, date: string, fullSize?: number }[]} figures
 *   a `name` with ` > ` is a test of a group, which has one row
 */
export function renderAssurance(page, figures) {
  const [table = '', ...sections] = page.split(/^(?=## )/m)
  const rows = new Map(parseRows(table))
  for (const figure of mergeGroups(figures)) rows.set(toCell(figure.name), renderRow(figure))
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  return [`${introduction}${sorted.join('\n')}\n`, ...sections].join(sections.length > 0 ? '\n' : '')
}

/** Returns the rows of the table by their first cell. */
function parseRows(page) {
  const rows = page.split('\n').filter(line => /^\| (?!Test \|)/.test(line))
  return rows.map(row => [row.split(' | ')[0].slice(2), row])
}

/** Merges the tests of each group: the smallest count, and the sum of the seconds. */
function mergeGroups(figures) {
  const groups = new Map()
  for (const figure of figures) {
    const [name] = figure.name.split(' > ')
    const { tests = 0, seconds = 0, count = figure.count } = groups.get(name) ?? {}
    groups.set(name, {
      ...figure,
      name,
      tests: tests + 1,
      seconds: seconds + figure.seconds,
      count: Math.min(count, figure.count),
    })
  }
  return [...groups.values()]
}

function renderRow({ name, unit, count, seconds, date, tests, fullSize = fullSizes[unit] }) {
  const runs = `${formatNumber(count)} ${unit}${tests > 1 ? ` of each of ${tests} tests` : ''}`
  return `| ${[toCell(name), runs, formatNumber(fullSize), `${formatNumber(seconds)} s`, date].join(' | ')} |`
}

/** A bar would end the cell. */
function toCell(text) {
  return text.replaceAll('|', '/')
}

function formatNumber(value) {
  return value.toLocaleString('en-US')
}
