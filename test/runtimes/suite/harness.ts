/**
 * What the portable suite needs in place of a test framework: none runs on every runtime.
 *
 * @module
 */

/** Variables by name, from wherever the runtime has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What a check may know of the place where it runs. */
export interface Place {
  readonly env: Environment
}

/** Each fails by throwing. The name says what holds. */
export type Checks = Readonly<Record<string, (place: Place) => void | Promise<void>>>

/** What became of a check; no fault is a pass. */
export interface Outcome {
  readonly name: string
  readonly fault: string | null
}

/** Runs the checks one after the other. */
export async function run(checks: Checks, place: Place): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, check] of Object.entries(checks))
    outcomes.push({ name, fault: await faultOf(check, place) })
  return outcomes
}

async function faultOf(check: Checks[string], place: Place): Promise<string | null> {
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
export function like(actual: unknown, expected: unknown, at = 'it'): void {
  const difference = differenceOf(actual, expected, at)
  agree(difference === null, difference ?? '')
}

function differenceOf(actual: unknown, expected: unknown, at: string): string | null {
  if (expected instanceof RegExp)
    return typeof actual === 'string' && expected.test(actual)
      ? null
      : `${at} is ${show(actual)}, not like ${expected}`
  if (!isObject(expected) || !isObject(actual))
    return Object.is(actual, expected) ? null : `${at} is ${show(actual)}, not ${show(expected)}`
  const members: [string, unknown][] = Object.entries(expected)
  if (Array.isArray(expected)) members.push(['length', expected.length])
  for (const [key, value] of members) {
    const difference = differenceOf(actual[key], value, `${at}.${key}`)
    if (difference !== null) return difference
  }
  return null
}

/** {@link like}, both ways. */
export function same(actual: unknown, expected: unknown): void {
  like(actual, expected)
  like(expected, actual, 'expected')
}

/** The promise is broken, with an error like this one. */
export async function refused(promise: unknown, error: Readonly<Record<string, unknown>>): Promise<void> {
  const outcome = await Promise.resolve(promise).then(
    () => null,
    (reason: unknown) => reason,
  )
  agree(outcome !== null, 'nothing was thrown')
  like(outcome, error, 'the error')
}

/** @throws when it does not hold */
export function agree(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
