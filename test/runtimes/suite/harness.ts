/**
 * What the portable suite needs in place of a test framework: none runs on every runtime.
 *
 * @module
 */

/** Variables by name, from wherever the runtime has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What a check may know of the place where it runs. */
export interface RuntimeContext {
  readonly env: Environment
}

/** Each fails by throwing. The name says what holds. */
export type Checks = Readonly<Record<string, (place: RuntimeContext) => void | Promise<void>>>

/** What became of a check; no fault is a pass. */
export interface Outcome {
  readonly name: string
  readonly fault: string | null
}

/** Runs the checks one after the other. */
export async function run(checks: Checks, place: RuntimeContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, check] of Object.entries(checks))
    outcomes.push({ name, fault: await getFault(check, place) })
  return outcomes
}

async function getFault(check: Checks[string], place: RuntimeContext): Promise<string | null> {
  try {
    await check(place)
    return null
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error)
  }
}

/**
 * Everything in `expected` is in `actual`; a pattern stands for the texts that it matches. Lists have the same length.
 *
 * @throws an error that says where they differ
 */
export function assertMatches(actual: unknown, expected: unknown, at = 'it'): void {
  const difference = findDifference(actual, expected, at)
  assertTrue(difference === null, difference ?? '')
}

function findDifference(actual: unknown, expected: unknown, at: string): string | null {
  if (expected instanceof RegExp)
    return typeof actual === 'string' && expected.test(actual)
      ? null
      : `${at} is ${show(actual)}, not like ${expected}`
  if (!isObject(expected) || !isObject(actual))
    return Object.is(actual, expected) ? null : `${at} is ${show(actual)}, not ${show(expected)}`
  const members: [string, unknown][] = Object.entries(expected)
  if (Array.isArray(expected)) members.push(['length', expected.length])
  for (const [key, value] of members) {
    const difference = findDifference(actual[key], value, `${at}.${key}`)
    if (difference !== null) return difference
  }
  return null
}

/** {@link assertMatches}, both ways. */
export function assertSame(actual: unknown, expected: unknown): void {
  assertMatches(actual, expected)
  assertMatches(expected, actual, 'expected')
}

/** The promise is broken, with an error like this one. */
export async function assertRejects(
  promise: unknown,
  error: Readonly<Record<string, unknown>>,
): Promise<void> {
  const outcome = await Promise.resolve(promise).then(
    () => null,
    (reason: unknown) => reason,
  )
  assertTrue(outcome !== null, 'nothing was thrown')
  assertMatches(outcome, error, 'the error')
}

/** @throws when it does not hold */
export function assertTrue(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
