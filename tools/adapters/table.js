/**
 * The reports of all adapters as Markdown: one table, then for each adapter what it states, what it breaks and why. No times
 * and no messages of drivers, so that the same outcome gives the same text.
 *
 * @module
 */

const begin = '<!-- made by npm run adapters: begin -->'
const end = '<!-- made by npm run adapters: end -->'

/** The page with `text` between its markers. */
export function replaceTable(page, text) {
  const [head, rest] = page.split(begin)
  const [, tail] = rest?.split(end) ?? []
  if (tail === undefined) throw new Error(`docs/adapters.md needs the lines "${begin}" and "${end}".`)
  return `${head}${begin}\n\n${text}\n\n${end}${tail}`
}

/** The table and what stands below it. */
export function describeTrials(trials, known) {
  const sorted = [...trials].sort((one, other) => compare(keyOf(one), keyOf(other)))
  const rows = sorted.map(({ adapter, version, store, mended, report }) => [
    `\`${adapter}\`${version ? ` ${version}` : ''}`,
    [store, ...(mended ? [mended] : [])].join(', '),
    report.passed,
    report.failed,
    report.skipped,
  ])
  const sections = group(sorted, ({ adapter }) => adapter).map(of => describeAdapter(of, known))
  const table = [
    '| adapter | store | passes | fails | skipped |',
    '|---|---|---|---|---|',
    ...rows.map(toRow),
  ]
  return [table.join('\n'), ...sections].join('\n\n')
}

/** Ours, which have no version of their own, come first. */
function keyOf({ adapter, version, store, mended }) {
  return [version ? 1 : 0, adapter, store, mended ?? ''].join('\n')
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other)
}

function toRow(cells) {
  return `| ${cells.join(' | ')} |`
}

function group(items, nameOf) {
  const groups = new Map()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return [...groups.values()]
}

function describeAdapter(trials, known) {
  const [{ adapter }] = trials
  const lines = [
    ...together(trials, ({ report }) => limitsOf(report)),
    ...together(trials, ({ report }) => faultsOf(report, known)),
  ]
  if (lines.length === 0) return `### ${adapter}\n\nKeeps all of it.`
  return `### ${adapter}\n\n${lines.map(line => `- ${line}`).join('\n')}`
}

/** What several stores have in common is said once. */
function together(trials, linesOf) {
  const said = new Map()
  for (const trial of trials)
    for (const line of linesOf(trial)) said.set(line, [...(said.get(line) ?? []), placeOf(trial)])
  return [...said].map(([line, places]) =>
    places.length === trials.length ? line : `On ${places.join('; ')}: ${line}`,
  )
}

function placeOf({ store, mended }) {
  return mended ? `${store} ${mended}` : store
}

function limitsOf({ limits, checks }) {
  const skipped = checks.filter(({ status }) => status === 'skipped')
  const lacking = new Set(
    skipped.flatMap(({ why }) => [...why.matchAll(/no (`\w+`)/g)].map(([, name]) => name)),
  )
  const spoken = limits.filter(limit => !/`\w+`/.test(limit))
  if (lacking.size === 0) return spoken
  return [...spoken, `Has no ${[...lacking].sort().join(', ')}.`]
}

/** Known and real: a fault that comes by chance is told although it did not come this time. */
function faultsOf({ adapter }, { reasons, faults }) {
  return Object.entries(faults[adapter] ?? {}).map(
    ([reason, sentences]) => `**${reasons[reason]}** Fails: ${sentences.map(quote).join('; ')}.`,
  )
}

function quote(sentence) {
  return `“${sentence.replace(/[|<>*_]/g, '\\$&')}”`
}
