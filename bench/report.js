import { availableParallelism, cpus, loadavg } from 'node:os'

/** Renders a measure as a table: microseconds per call (median, quartiles), and the ratios of the measure. */
export function renderTable({ measure, times }) {
  const { over } = measure
  const headings = ['', 'µs', 'quartiles', ...(over ? ['difference'] : []), ...Object.keys(measure.ratios)]
  const rows = Object.keys(times).map(name => [
    name,
    formatMicroseconds(computeQuantile(times[name], 0.5)),
    `${formatMicroseconds(computeQuantile(times[name], 0.25))} to ${formatMicroseconds(computeQuantile(times[name], 0.75))}`,
    ...(over ? [name === over ? '' : formatMicroseconds(computeMedianDifference(times, name, over))] : []),
    ...Object.values(measure.ratios).map(versus => formatRatio(times, name, versus(name))),
  ])
  return `${measure.title}\n\n${formatTable([headings, ...rows])}`
}

/** Compares a measure with its targets. @returns `{ met, text }` for each target */
export function checkTargets({ measure, times }) {
  return measure.targets.map(target => {
    const { value, text } = 'over' in target ? compareDifference(times, target) : compareRatio(times, target)
    const { most = Number.POSITIVE_INFINITY, least = 0 } = target
    const met = value <= most && value >= least
    const limit = least > 0 ? `at least ${least}` : `at most ${most}`
    return { met, text: `${met ? 'met' : 'MISSED'}: ${measure.title}: ${text} (${limit})` }
  })
}

function compareRatio(times, { of, to }) {
  const value = computeMedianRatio(times, of, to)
  return { value, text: `${of} takes ${value.toFixed(2)} times as long as ${to}` }
}

function compareDifference(times, { of, over }) {
  const value = computeMedianDifference(times, of, over)
  return { value, text: `${of} takes ${formatMicroseconds(value)} µs more than ${over}` }
}

/** Renders the page to commit: the tables, their notes, and the machine. A load above one per core means that other work ran. */
export function renderPage(results, { title, command }) {
  const sections = results.map(result => `## ${renderTable(result)}\n\n${result.measure.note}`)
  const targetLines = results.flatMap(checkTargets).map(({ text }) => `- ${text}`)
  const machine = `Node ${process.versions.node}, ${cpus()[0].model.trim()}, ${availableParallelism()} cores`
  const load = loadavg()[2].toFixed(1)
  return `${[
    `# ${title}`,
    `Written on ${new Date().toISOString().slice(0, 10)} by \`${command}\` on ${machine}, with a load of ${load}.`,
    'Microseconds per call: median and quartiles of the rounds of one run, in which the candidates take turns. ' +
      'A ratio is the median of the ratios within each round. Ratios are comparable between machines, times are not.',
    ...sections,
    '## Targets',
    targetLines.join('\n'),
  ].join('\n\n')}\n`
}

function formatRatio(times, name, versus) {
  return versus === undefined ? '' : computeMedianRatio(times, name, versus).toFixed(2)
}

/** Computes the median of the differences in each round, in microseconds. */
function computeMedianDifference(times, name, versus) {
  return computeQuantile(
    times[name].map((time, round) => time - times[versus][round]),
    0.5,
  )
}

/** Computes the median of the ratios in each round. Within a round, other work affects both candidates equally. */
function computeMedianRatio(times, name, versus) {
  return computeQuantile(
    times[name].map((time, round) => time / times[versus][round]),
    0.5,
  )
}

function computeQuantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]
}

function formatMicroseconds(value) {
  return value.toFixed(value < 100 ? 1 : 0)
}

function formatTable([headings, ...rows]) {
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map(row => row[column].length)))
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))
  const toLine = row => `| ${row.map(pad).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  return [toLine(headings), rule, ...rows.map(toLine)].join('\n')
}
