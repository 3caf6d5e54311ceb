/**
 * @typedef {object} Runner Measures a candidate.
 * @property {string} name
 * @property {() => Promise<void>} verify Verifies the result of a call. Throws if it is wrong.
 * @property {(limits: { milliseconds: number, calls: number }) => Promise<void>} warmUp Makes calls for this time, and at least this number.
 * @property {(milliseconds: number) => Promise<number>} time Measures the time per call, in a turn of this length.
 * @property {() => Promise<void>} collectGarbage
 */

/**
 * @typedef {object} Schedule
 * @property {number} rounds
 * @property {number} turn The milliseconds of a turn. Short turns measure processor caches that the previous candidate filled.
 * @property {{ milliseconds: number, calls: number }} warmUp How long each candidate is optimized before the first round.
 */

/**
 * Measures the time per call of every runner, round by round: `{ [name]: number[] }`. Garbage is collected only before the first round.
 * Between rounds, V8 would shrink the space for new objects, and every candidate, the baseline included, would take twice as long as on a
 * server.
 *
 * @param {Runner[]} runners
 * @param {Schedule} schedule
 */
export async function runRounds(runners, { rounds, turn, warmUp }) {
  for (const runner of runners) await runner.verify()
  for (const runner of runners) await runner.warmUp(warmUp)
  const times = Object.fromEntries(runners.map(({ name }) => [name, []]))
  for (const runner of runners) await runner.collectGarbage()
  for (let round = -1; round < rounds; round++) {
    for (const runner of rotateRunners(runners, round + 1)) {
      const time = await runner.time(turn)
      if (round >= 0) times[runner.name].push(time)
    }
  }
  for (const runner of runners) await runner.verify()
  return times
}

/** Rotates the order, so that no runner always comes first. */
function rotateRunners(runners, round) {
  const first = round % runners.length
  return [...runners.slice(first), ...runners.slice(0, first)]
}
