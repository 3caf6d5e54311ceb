import { availableParallelism, cpus, loadavg } from 'node:os'

/** One measure as a table: microseconds per call (median, quartiles), and each ratio that the measure asks for. */
export function renderTable({ measure, times }) {
  const { over } = measure
  const headings = ['', 'µs', 'quartiles', ...(over ? ['beyond'] : []), ...Object.keys(measure.ratios)]
  const rows = Object.keys(times).map(name => [
    name,
    formatMicroseconds(computeQuantile(times[name], 0.5)),
    `${formatMicroseconds(computeQuantile(times[name], 0.25))} to ${formatMicroseconds(computeQuantile(times[name], 0.75))}`,
    ...(over ? [name === over ? '' : formatMicroseconds(computeMedianDifference(times, name, over))] : []),
    ...Object.values(measure.ratios).map(versus => formatRatio(times, name, versus(name))),
  ])
  return `${measure.title}\n\n${formatTable([headings, ...rows])}`
}

/** What became of the targets of a measure: `{ met, text }`. */
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

/** The page that is committed: the tables, what was measured, and where. Above a load of one per core others were at work. */
export function renderPage(results, { title, command }) {
  const sections = results.map(result => `## ${renderTable(result)}\n\n${result.measure.note}`)
  const verdicts = results.flatMap(checkTargets).map(({ text }) => `- ${text}`)
  const machine = `Node ${process.versions.node}, ${cpus()[0].model.trim()}, ${availableParallelism()} cores`
  const load = loadavg()[2].toFixed(1)
  return `${[
    `# ${title}`,
    `Written on ${new Date().toISOString().slice(0, 10)} by \`${command}\` on ${machine}, whose load was ${load}.`,
    'Microseconds per call: the median and the quartiles of the rounds of one run, in which the contenders take turns. ' +
      'A ratio is the median over the rounds of the ratio within each round; it is what carries over to another machine.',
    ...sections,
    '## Targets',
    verdicts.join('\n'),
  ].join('\n\n')}\n`
}

function formatRatio(times, name, versus) {
  return versus === undefined ? '' : computeMedianRatio(times, name, versus).toFixed(2)
}

/** The microseconds that one takes beyond another, round by round. */
function computeMedianDifference(times, name, versus) {
  return computeQuantile(
    times[name].map((time, round) => time - times[versus][round]),
    0.5,
  )
}

/** Within a round, what slowed one slowed the other. */
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
  const line = row => `| ${row.map(pad).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}
