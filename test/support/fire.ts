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
  rounds: readNumber('LATCHKEY_FIRE_ROUNDS', 3),
  /** The killed processes of each flow. */
  kills: readNumber('LATCHKEY_FIRE_KILLS', 1),
  /** The requests of the soak test. */
  requests: readNumber('LATCHKEY_FIRE_REQUESTS', 2_000),
  /** The seed of the first repetition. The following ones count up. */
  seed: readNumber('LATCHKEY_FIRE_SEED', Date.now() % 1_000_000_000),
}

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/** Creates a seeded random number generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Calls `run` with consecutive seeds. A failure names the seed that repeats it. */
export async function repeatWithSeeds(
  count: number,
  run: (seed: number, index: number) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const seed = fire.seed + index
    try {
      await run(seed, index)
    } catch (error) {
      const message = `Repetition ${index + 1} of ${count} failed. Set LATCHKEY_FIRE_SEED=${seed} to start with it.`
      throw new Error(message, { cause: error })
    }
  }
}
