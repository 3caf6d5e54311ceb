import { availableParallelism, cpus, loadavg } from 'node:os'

/** Decimals by unit. The unit of a measure is the microsecond if it has no other. */
const decimals = { ms: 1, kB: 1, MB: 2, files: 0, instantiations: 0 }

/** Renders a measure as a table: median and quartiles of the values, and the ratios of the measure. */
export function renderTable(result) {
  const { measure, times } = result
  const { over, kind, unit = 'µs' } = measure
  const format = value => formatValue(value, unit)
  const isTimed = kind !== 'values'
  const headings = [
    '',
    unit,
    ...(isTimed ? ['quartiles'] : []),
    ...(over ? ['difference'] : []),
    ...Object.keys(measure.ratios),
  ]
  const rows = Object.keys(times).map(name => [
    name,
    format(getMedian(times[name])),
    ...(isTimed
      ? [`${format(computeQuantile(times[name], 0.25))} to ${format(computeQuantile(times[name], 0.75))}`]
      : []),
    ...(over ? [name === over ? '' : format(computeMedianDifference(times, name, over))] : []),
    ...Object.values(measure.ratios).map(versus => formatRatio(times, name, versus(name))),
  ])
  return `${measure.title}\n\n${formatTable([headings, ...rows])}`
}

/** Compares a measure with its targets. @returns `{ met, text, goal, baseline, own, value, limit }` for each target */
export function checkTargets({ measure, times }) {
  const { title, unit = 'µs' } = measure
  return measure.targets.map(target => {
    const { goal, of, to, over, most = Number.POSITIVE_INFINITY, least = 0 } = target
    const { value, text, result } = compareWithTarget(times, target, unit)
    const met = value <= most && value >= least
    const suffix = to ? ' ×' : ` ${unit}`
    return {
      met,
      text: `${met ? 'met' : 'MISSED'}: ${title}: ${text} (${least > 0 ? `at least ${least}` : `at most ${most}`})`,
      goal,
      reference: (to ?? over) ? formatWithUnit(getMedian(times[to ?? over]), unit) : '',
      own: formatWithUnit(getMedian(times[of]), unit),
      result,
      limit: `${least > 0 ? '≥' : '≤'} ${(least || most).toLocaleString('en')}${suffix}`,
    }
  })
}

/** A target limits a ratio (`to`), a difference (`over`) or the value. */
function compareWithTarget(times, { of, to, over }, unit) {
  if (to) {
    const value = computeMedianRatio(times, of, to)
    const result = `${value.toFixed(2)} ×`
    return { value, result, text: `${of} takes ${value.toFixed(2)} times as long as ${to}` }
  }
  const value = over ? computeMedianDifference(times, of, over) : getMedian(times[of])
  const text = formatWithUnit(value, unit)
  if (over) return { value, result: `+${text}`, text: `${of} takes ${text} more than ${over}` }
  return { value, result: text, text: `${of} takes ${text}` }
}

/** Renders the goals of all measures as one table. */
export function renderGoals(results) {
  const rows = results
    .flatMap(checkTargets)
    .filter(({ goal }) => goal)
    .map(({ goal, reference, own, result, limit, met }) => [
      goal,
      reference,
      own,
      result,
      limit,
      met ? 'met' : '**missed**',
    ])
  return formatTable([['workload', 'compared with', 'measured', 'result', 'goal', ''], ...rows])
}

/** Renders the page to commit: the tables, their notes, and the machine. A load above one per core means that other work ran. */
export function renderPage(results, { title, command, picture }) {
  const sections = results.map(result => `## ${renderTable(result)}\n\n${result.measure.note}`)
  const targetLines = results.flatMap(checkTargets).map(({ text }) => `- ${text}`)
  const machine = `Node ${process.versions.node}, ${cpus()[0].model.trim()}, ${availableParallelism()} cores`
  const load = loadavg()[2].toFixed(1)
  const hasGoals = results.some(({ measure }) => measure.targets.some(({ goal }) => goal))
  return `${[
    `# ${title}`,
    `Written on ${new Date().toISOString().slice(0, 10)} by \`${command}\` on ${machine}, with a load of ${load}.`,
    'Time per call: median and quartiles of the rounds of one run, in which the candidates take turns. ' +
      'A ratio is the median of the ratios within each round. Ratios are comparable between machines, times are not.',
    ...(picture ? [`![Time of each workload, compared with the baseline](${picture})`] : []),
    ...(hasGoals ? ['## Goals', goalsNote, renderGoals(results)] : []),
    ...sections,
    '## Targets',
    targetLines.join('\n'),
  ].join('\n\n')}\n`
}

const goalsNote = `A ratio is that of Latchkey to the baseline, which is the least work of the task, unless the line names others. A difference is what
Latchkey adds to it.`

/** Returns the median ratio of each candidate to another one, by name. */
export function computeRatios({ times }, versus) {
  return Object.fromEntries(Object.keys(times).map(name => [name, computeMedianRatio(times, name, versus)]))
}

function formatRatio(times, name, versus) {
  return versus === undefined ? '' : computeMedianRatio(times, name, versus).toFixed(2)
}

/** Computes the median of the differences in each round. */
function computeMedianDifference(times, name, versus) {
  return getMedian(times[name].map((time, round) => time - times[versus][round]))
}

/** Computes the median of the ratios in each round. Within a round, other work affects both candidates equally. */
function computeMedianRatio(times, name, versus) {
  return getMedian(times[name].map((time, round) => time / times[versus][round]))
}

function getMedian(values) {
  return computeQuantile(values, 0.5)
}

function computeQuantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]
}

function formatValue(value, unit) {
  const digits = decimals[unit] ?? (value < 100 ? 1 : 0)
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

function formatWithUnit(value, unit) {
  return `${formatValue(value, unit)} ${unit}`
}

function formatTable([headings, ...rows]) {
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map(row => row[column].length)))
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))
  const toLine = row => `| ${row.map(pad).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  return [toLine(headings), rule, ...rows.map(toLine)].join('\n')
}
