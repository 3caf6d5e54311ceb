import { allExamples, type Example, type Strategy, strategies } from './examples.js'

const begin = '<!-- made by npm run test:frameworks -- --write: begin -->'
const end = '<!-- made by npm run test:frameworks -- --write: end -->'

/** The connection of the browser: plain http, or https through nginx. */
export const connections = ['plain', 'tls'] as const

/** The result of a test. */
export interface Outcome {
  readonly title: string
  readonly hasPassed: boolean
  /** Undefined if the test does not depend on the session strategy. */
  readonly strategy?: Strategy | undefined
  readonly connection: (typeof connections)[number]
}

/** The results of one example. */
export interface Trial {
  readonly example: Example
  /** The installed version of the framework. */
  readonly version: string
  /** The version of Node that ran the example, or `–` if it was another runtime. It can differ from that of the tests. */
  readonly node: string
  readonly outcomes: readonly Outcome[]
}

const head = [
  '| framework | Node | `jwt` | `jwt` behind TLS | `database` | `database` behind TLS |',
  '|---|---|---|---|---|---|',
]

/** Returns the table between the markers of the page. */
export function extractTable(page: string): string {
  return separateTable(page).table
}

/** Returns the page with the results. Rows of other examples stay, and rows of removed examples are deleted. */
export function writeTable(page: string, trials: readonly Trial[]): string {
  const { before, table, after } = separateTable(page)
  const old = table.split('\n')
  const rows = allExamples.flatMap(example => {
    const trial = trials.find(one => one.example.name === example.name)
    return trial ? describeTrial(trial) : (old.find(row => isRow(example, row)) ?? [])
  })
  return `${before}${begin}\n\n${[...head, ...rows].join('\n')}\n\n${end}${after}`
}

function separateTable(page: string): { before: string; table: string; after: string } {
  const [before = '', rest] = page.split(begin)
  const [table = '', after] = rest?.split(end) ?? []
  if (after === undefined) throw new Error(`The page needs the lines "${begin}" and "${end}".`)
  return { before, table: table.trim(), after }
}

/** Returns whether a row belongs to an example, in any version of its major. */
export function isRow({ framework, major }: Example, row: string): boolean {
  return row.startsWith(`| ${framework} ${major}.`)
}

function describeTrial({ example, version, node, outcomes }: Trial): string {
  const cells = strategies.flatMap(strategy =>
    connections.map(connection => describeCell(outcomes, strategy, connection)),
  )
  return `| ${[`${example.framework} ${version}`, node, ...cells].join(' | ')} |`
}

/** A failure that does not depend on the strategy, for example of the build, counts for all strategies. */
function describeCell(
  outcomes: readonly Outcome[],
  strategy: Strategy,
  connection: Outcome['connection'],
): string {
  const own = outcomes.filter(one => one.strategy === strategy && one.connection === connection)
  const all = [...own, ...outcomes.filter(one => one.strategy === undefined)]
  const failed = all.filter(({ hasPassed }) => !hasPassed)
  if (failed.length > maxListed) return `failed: ${failed.length} of ${all.length}`
  if (failed.length > 0) return `failed: ${failed.map(({ title }) => toPlainTitle(title)).join('; ')}`
  return own.length > 0 ? 'passed' : 'not tried'
}

/** The maximum number of failed tests that are listed by title. */
const maxListed = 3

/** Escapes Markdown. */
function toPlainTitle(title: string): string {
  return title.replace(/[|<>*_\\]/g, '\\$&')
}
