/** What a check throws when the adapter does not keep its promise. */
export class ContractBroken extends Error {
  override readonly name = 'ContractBroken'
}

/** Equal to the last field; one that is undefined is as good as absent. Dates are equal when their times are. */
export function equal(actual: unknown, expected: unknown): void {
  refuse(difference(actual, expected, 'all'))
}

/** At least the expected fields. */
export function matches(actual: unknown, expected: object): void {
  refuse(difference(actual, expected, 'expected'))
}

/** `null` and nothing else. */
export function isNull(actual: unknown): void {
  if (actual !== null) throw new ContractBroken(`expected null, got ${show(actual)}`)
}

/** The call throws or rejects. */
export async function rejects(call: () => unknown): Promise<void> {
  let answer: unknown
  try {
    answer = await call()
  } catch {
    return
  }
  throw new ContractBroken(`expected a rejection, got ${show(answer)}`)
}

export function isTrue(fact: unknown, otherwise: string): void {
  if (!fact) throw new ContractBroken(otherwise)
}

/** A `Date`, not a text or a number that stands for one. */
export function isDateAt(actual: unknown, time: number): void {
  isTrue(actual instanceof Date, `expected a Date, got ${show(actual)}`)
  equal(actual, new Date(time))
}

function refuse(found: string | null): void {
  if (found !== null) throw new ContractBroken(found)
}

/** Which fields of an object are compared; of what they hold all are. */
type Fields = 'all' | 'expected'

function difference(actual: unknown, expected: unknown, fields: Fields): string | null {
  if (Object.is(actual, expected)) return null
  if (actual instanceof Date && expected instanceof Date && actual.getTime() === expected.getTime())
    return null
  if (!isRecord(actual) || !isRecord(expected) || Array.isArray(actual) !== Array.isArray(expected))
    return `expected ${show(expected)}, got ${show(actual)}`
  const names = new Set([...Object.keys(expected), ...(fields === 'all' ? Object.keys(actual) : [])])
  for (const name of names) {
    const found = difference(own(actual, name), own(expected, name), 'all')
    if (found) return `${name}: ${found}`
  }
  return null
}

function own(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

/** Short enough for a report. */
function show(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : value.toISOString()
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return String(value)
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
