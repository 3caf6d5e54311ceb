/**
 * A minimal replacement for a test framework, because none runs on every runtime.
 *
 * @module
 */

/** The environment variables of the runtime. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The context of a check. */
export interface RuntimeContext {
  readonly env: Environment
}

/** Checks by name. A check fails by throwing. */
export type Checks = Readonly<Record<string, (context: RuntimeContext) => void | Promise<void>>>

/** The result of a check. `fault` is null if it passed. */
export interface Outcome {
  readonly name: string
  readonly fault: string | null
}

/** Runs the checks sequentially. */
export async function run(checks: Checks, context: RuntimeContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, check] of Object.entries(checks))
    outcomes.push({ name, fault: await getFault(check, context) })
  return outcomes
}

async function getFault(check: Checks[string], context: RuntimeContext): Promise<string | null> {
  try {
    await check(context)
    return null
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error)
  }
}

/**
 * Asserts that `actual` contains everything in `expected`. Patterns match strings. Lists must have the same length.
 *
 * @throws an error that names the difference
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

/** Asserts that both values match each other. */
export function assertSame(actual: unknown, expected: unknown): void {
  assertMatches(actual, expected)
  assertMatches(expected, actual, 'expected')
}

/** Asserts that the promise is rejected with a matching error. */
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

/** @throws an error with this message if the condition is false */
export function assertTrue(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
