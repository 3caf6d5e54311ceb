/** What a check throws when the adapter does not keep its promise. */
export class ContractViolation extends Error {
  override readonly name = 'ContractBroken'
}

/** Equal to the last field; one that is undefined is as good as absent. Dates are equal when their times are. */
export function assertEqual(actual: unknown, expected: unknown): void {
  assertNoDifference(findDifference(actual, expected, 'all'))
}

/** At least the expected fields. */
export function assertMatches(actual: unknown, expected: object): void {
  assertNoDifference(findDifference(actual, expected, 'expected'))
}

/** `null` and nothing else. */
export function assertNull(actual: unknown): void {
  if (actual !== null) throw new ContractViolation(`expected null, got ${formatValue(actual)}`)
}

/** The call throws or rejects. */
export async function assertRejects(call: () => unknown): Promise<void> {
  let result: unknown
  try {
    result = await call()
  } catch {
    return
  }
  throw new ContractViolation(`expected a rejection, got ${formatValue(result)}`)
}

export function assertTrue(condition: unknown, message: string): void {
  if (!condition) throw new ContractViolation(message)
}

/** A `Date`, not a text or a number that stands for one. */
export function assertDate(actual: unknown, time: number): void {
  assertTrue(actual instanceof Date, `expected a Date, got ${formatValue(actual)}`)
  assertEqual(actual, new Date(time))
}

function assertNoDifference(difference: string | null): void {
  if (difference !== null) throw new ContractViolation(difference)
}

/** Which fields of an object are compared; of what they hold all are. */
type ComparedFields = 'all' | 'expected'

function findDifference(actual: unknown, expected: unknown, fields: ComparedFields): string | null {
  if (Object.is(actual, expected)) return null
  if (actual instanceof Date && expected instanceof Date && actual.getTime() === expected.getTime())
    return null
  if (!isRecord(actual) || !isRecord(expected) || Array.isArray(actual) !== Array.isArray(expected))
    return `expected ${formatValue(expected)}, got ${formatValue(actual)}`
  const names = new Set([...Object.keys(expected), ...(fields === 'all' ? Object.keys(actual) : [])])
  for (const name of names) {
    const nested = findDifference(getOwn(actual, name), getOwn(expected, name), 'all')
    if (nested) return `${name}: ${nested}`
  }
  return null
}

function getOwn(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

/** Short enough for a report. */
function formatValue(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : value.toISOString()
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return String(value)
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
