import type { AuditEvent } from './types.js'

type Column = readonly [name: string, read: (event: AuditEvent) => string | null]

const columns: readonly Column[] = [
  ['time', ({ time }) => time],
  ['action', ({ action }) => action],
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => reason],
  ['actor', ({ actor }) => actor],
  ['subject', ({ subject }) => subject],
  ['act', ({ act }) => act?.sub ?? null],
  ['provider', ({ provider }) => provider],
  ['methods', ({ methods }) => methods.join(' ')],
  ['session', ({ session }) => session],
  ['ip', ({ ip }) => ip],
  ['user_agent', ({ userAgent }) => userAgent],
  ['request', ({ request }) => request],
  ['id', ({ id }) => id],
]

/** Converts events to CSV with a header, as RFC 4180 defines it. */
export function toCsv(events: readonly AuditEvent[]): string {
  const header = columns.map(([name]) => name)
  const rows = events.map(event => columns.map(([, read]) => toCell(read(event) ?? '')))
  return [header, ...rows].map(row => `${row.join(',')}\r\n`).join('')
}

/** A spreadsheet would run a cell that begins with one of these characters as a formula. RFC 4180 section 2 defines the quotes. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
