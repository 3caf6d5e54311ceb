import type { Capabilities } from './measure.js'
import { listThefts, type Theft } from './stolen-things.js'
import { describeOwner } from './thefts.js'

const start = '<!-- The tests write this table. -->'
const end = '<!-- End of the table. -->'

/** A theft, and what the model measured. */
export interface MeasuredTheft {
  readonly theft: Theft
  readonly capabilities: Capabilities
}

/** Replaces the table of docs/reference/threat-model.md. @throws if the page has no place for it */
export function replaceTable(page: string, measured: readonly MeasuredTheft[]): string {
  const [before, after] = [page.indexOf(start), page.indexOf(end)]
  if (before < 0 || after < before)
    throw new Error(`docs/reference/threat-model.md lacks "${start}" or "${end}".`)
  return `${page.slice(0, before)}${start}\n\n${renderTable(measured)}\n${page.slice(after)}`
}

/** The header of each column, and its cell. */
const columns: Readonly<Record<string, (capabilities: Capabilities) => string>> = {
  'Signed in': ({ reads }) => toCell(reads),
  '`maxAge: 900`': ({ isRecent }) => toCell(isRecent),
  '`aal2`': ({ isTwoFactors }) => toCell(isTwoFactors),
  Adds: ({ adds }) => shorten(adds),
  'Changes or removes': ({ changes }) => shorten(changes),
  'Ends other sessions': ({ endsOthers }) => toCell(endsOthers),
  'After sign-out': ({ reads, afterSignOut }) => (reads ? afterSignOut : '–'),
  'After the end of all sessions': ({ reads, afterEndAll }) => (reads ? afterEndAll : '–'),
  '60 days later': ({ lasts }) => (lasts ? 'signed in' : '–'),
  'The owner gets back in': ({ owner }) => owner,
}

function renderTable(measured: readonly MeasuredTheft[]): string {
  const headers = ['Stolen', 'The owner has', ...Object.keys(columns)]
  const lines = groupRows(measured).map(({ thing, owners, cells }) => [thing, owners.join('; '), ...cells])
  return [headers, headers.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}

interface Row {
  readonly thing: string
  readonly owners: string[]
  readonly cells: readonly string[]
}

/** Merges owners from whom a stolen thing gives the same. */
function groupRows(measured: readonly MeasuredTheft[]): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const { theft, capabilities } of measured) {
    const cells = Object.values(columns).map(getCell => getCell(capabilities))
    const key = [theft.thing, ...cells].join()
    const row = rows.get(key) ?? { thing: theft.thing, owners: [], cells }
    row.owners.push(describeOwner(theft))
    rows.set(key, row)
  }
  const things = listThefts({ name: 'all', first: 'password', hasApp: true, hasPasskey: true }).map(
    ({ thing }) => thing,
  )
  return [...rows.values()].sort((one, other) => things.indexOf(one.thing) - things.indexOf(other.thing))
}

function toCell(isPossible: boolean): string {
  return isPossible ? 'yes' : '–'
}

/** Lists what was done by its last word, such as the passkey of "adds a passkey". */
function shorten(done: readonly string[]): string {
  return done.map(name => name.split(' ').at(-1) ?? '').join(', ') || '–'
}
