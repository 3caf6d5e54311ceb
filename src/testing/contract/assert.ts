/** The error of a check that fails because the adapter violates the contract. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
}

/** Asserts deep equality. An `undefined` field equals an absent one, and dates are equal if their times are. */
export function assertEqual(actual: unknown, expected: unknown): void {
  assertNoDifference(findDifference(actual, expected, 'all'))
}

/** Asserts that the object has at least the expected fields. */
export function assertMatches(actual: unknown, expected: object): void {
  assertNoDifference(findDifference(actual, expected, 'expected'))
}

/** Asserts that the value is `null`, and not `undefined`. */
export function assertNull(actual: unknown): void {
  if (actual !== null) throw new ContractViolation(`expected null, got ${formatValue(actual)}`)
}

/** Asserts that the call throws or rejects. */
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

/** Asserts that the value is a `Date` with this time, not text or a number. `time` in milliseconds since the epoch. */
export function assertDate(actual: unknown, time: number): void {
  assertTrue(actual instanceof Date, `expected a Date, got ${formatValue(actual)}`)
  assertEqual(actual, new Date(time))
}

function assertNoDifference(difference: string | null): void {
  if (difference !== null) throw new ContractViolation(difference)
}

/** The top-level fields to compare. Nested objects are compared completely. */
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

/** Formats a value for a report, with at most 200 characters. */
function formatValue(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : value.toISOString()
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return String(value)
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
