import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RandomChoices } from '../../src/testing/simulation/random.js'
import type { SessionStrategyName } from '../../src/types/config.js'

/** Reads a whole number from an environment variable. */
function readNumber(name: string, defaultValue: number): number {
  const text = process.env[name]
  if (text === undefined) return defaultValue
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`${name} is "${text}". Set it to a whole number.`)
}

/**
 * The sizes of the tests that repeat random runs. The defaults suit `npm test`. `npm run test:fire` sets larger values.
 */
export const fire = {
  /** The repetitions of each race. */
  rounds: readNumber('LATCHKEY_FIRE_ROUNDS', 2),
  /** The killed processes of each flow. */
  kills: readNumber('LATCHKEY_FIRE_KILLS', 1),
  /** The requests of the soak test. */
  requests: readNumber('LATCHKEY_FIRE_REQUESTS', 2_000),
  /** The random inputs of each fuzz target. The search ends at the first of both limits. Zero inputs is the full size, zero seconds no limit. */
  fuzz: {
    runs: readNumber('LATCHKEY_FUZZ_RUNS', 0),
    maxSeconds: readNumber('LATCHKEY_FUZZ_SECONDS', process.env['LATCHKEY_FUZZ_RUNS'] === undefined ? 2 : 0),
  },
  /** The steps of the random stories, of all configurations together. */
  steps: readNumber('LATCHKEY_FIRE_STEPS', 2_100),
  /** The seed of the first repetition. The following ones count up. `npm run test:fire` takes a new one. */
  seed: readNumber('LATCHKEY_FIRE_SEED', 1),
}

/** Whether the cases that `npm test` omits run too. */
export const hasAllCases = process.env['LATCHKEY_FIRE_CASES'] === 'all'

/**
 * Selects the cases of a test: all in `npm run test:fire`, only the quick ones in `npm test`. What it omits repeats another case with a
 * further language, strategy, store or version.
 */
export function selectCases<T>(
  all: readonly T[],
  quick: readonly NoInfer<T>[] | ((one: T) => boolean),
): readonly T[] {
  if (hasAllCases) return all
  return typeof quick === 'function' ? all.filter(quick) : quick
}

/** Selects the session strategies of a test: both in `npm run test:fire`, one in `npm test`. */
export function selectStrategies(quick: SessionStrategyName): readonly SessionStrategyName[] {
  return selectCases(['jwt', 'database'], [quick])
}

/** What a test with random runs did. */
export interface Figure {
  readonly name: string
  /** What was counted, in the plural. */
  readonly unit: string
  readonly count: number
  readonly seconds: number
  /** The count of the long run, if it is not that of the unit. */
  readonly fullSize?: number
}

/** Adds a figure to the report of `npm run test:fire`, if it runs the test. */
export function recordFigure({ seconds, ...figure }: Figure): void {
  const file = process.env['LATCHKEY_FIRE_REPORT']
  if (file === undefined) return
  appendFileSync(file, `${JSON.stringify({ ...figure, seconds: Math.round(seconds) })}\n`)
}

/** Defines a test that only `npm run test:fire` runs, because it is slow and repeats most of what its neighbors test. */
export function testInFire(title: string, run: () => unknown): void {
  if (hasAllCases) test(title, run)
}

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/** Creates a seeded random number generator (mulberry32). */
export function createRandom(seed: number): Random {
  const choices = new RandomChoices(seed)
  return () => choices.next()
}

/** Calls `run` with consecutive seeds. A failure names the seed that repeats it. */
export async function repeatWithSeeds(
  count: number,
  run: (seed: number, index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  for (let index = 0; index < count; index++) {
    const seed = fire.seed + index
    try {
      await run(seed, index)
    } catch (error) {
      const message = `Repetition ${index + 1} of ${count} failed. Set LATCHKEY_FIRE_SEED=${seed} to start with it.`
      throw new Error(message, { cause: error })
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  recordFigure({ name: expect.getState().currentTestName ?? '', unit: 'repetitions', count, seconds })
}
