import { allExamples, type Example, type Strategy, strategies } from './examples.js'

const begin = '<!-- made by npm run test:frameworks -- --write: begin -->'
const end = '<!-- made by npm run test:frameworks -- --write: end -->'

/** How the connection is; behind TLS stands nginx. */
export const connections = ['plain', 'tls'] as const

/** What came of a test. */
export interface Outcome {
  readonly title: string
  readonly hasPassed: boolean
  /** Where the test knows of one strategy alone. */
  readonly strategy?: Strategy | undefined
  readonly connection: (typeof connections)[number]
}

/** An example that was tried. */
export interface Trial {
  readonly example: Example
  /** Of the framework, as it is installed. */
  readonly version: string
  /** Of Node, which may be another than that of the tests. */
  readonly node: string
  readonly outcomes: readonly Outcome[]
}

const head = [
  '| framework | Node | `jwt` | `jwt` behind TLS | `database` | `database` behind TLS |',
  '|---|---|---|---|---|---|',
]

/** What stands between the markers of the page. */
export function extractTable(page: string): string {
  return separateTable(page).table
}

/** The page with what `trials` say; what is in it of other examples stays, and what is no example any more goes. */
export function writeTable(page: string, trials: readonly Trial[]): string {
  const { before, table, after } = separateTable(page)
  const old = table.split('\n')
  const rows = allExamples.flatMap(example => {
    const trial = trials.find(one => one.example === example)
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

/** Whether it is the row of an example, in any version of that major. */
export function isRow({ framework, major }: Example, row: string): boolean {
  return row.startsWith(`| ${framework} ${major}.`)
}

function describeTrial({ example, version, node, outcomes }: Trial): string {
  const cells = strategies.flatMap(strategy =>
    connections.map(door => describeCell(outcomes, strategy, door)),
  )
  return `| ${[`${example.framework} ${version}`, node, ...cells].join(' | ')} |`
}

/** A test that knows of no strategy and failed, as a build does, tells against all of them. */
function describeCell(outcomes: readonly Outcome[], strategy: Strategy, door: Outcome['connection']): string {
  const own = outcomes.filter(one => one.strategy === strategy && one.connection === door)
  const all = [...own, ...outcomes.filter(one => one.strategy === undefined)]
  const failed = all.filter(({ hasPassed }) => !hasPassed)
  if (failed.length > few) return `failed: ${failed.length} of ${all.length}`
  if (failed.length > 0) return `failed: ${failed.map(({ title }) => toPlainTitle(title)).join('; ')}`
  return own.length > 0 ? 'passed' : 'not tried'
}

/** More than these are no list any more. */
const few = 3

/** As text, whatever Markdown would make of it. */
function toPlainTitle(title: string): string {
  return title.replace(/[|<>*_\\]/g, '\\$&')
}
