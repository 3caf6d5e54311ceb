const warmUpRounds = 40
const millisecondsPerBatch = 4

/**
 * Measures the microseconds per call of every runner, round by round: `{ [name]: number[] }`. Garbage is collected only before
 * the first round. Between rounds, V8 would shrink the space for new objects, and every candidate, the baseline included,
 * would take twice as long as on a server.
 */
export async function runRounds(runners, rounds = 240) {
  for (const runner of runners) await runner.verify()
  const batches = await computeBatchSizes(runners)
  const times = Object.fromEntries(runners.map(({ name }) => [name, []]))
  for (const runner of runners) await runner.collectGarbage()
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const runner of rotateRunners(runners, round)) {
      const time = await runner.time(batches[runner.name])
      if (round >= 0) times[runner.name].push(time)
    }
  }
  for (const runner of runners) await runner.verify()
  return times
}

/** Computes how many calls of the warm code take about the time of a batch; at least one. */
async function computeBatchSizes(runners) {
  const batches = {}
  for (const runner of runners) {
    const first = await runner.time(1)
    const probes = Math.ceil(Math.min(200, (millisecondsPerBatch * 50_000) / first))
    await runner.time(probes)
    batches[runner.name] = Math.ceil((millisecondsPerBatch * 1000) / (await runner.time(probes)))
  }
  return batches
}

/** Rotates the order, so that no runner always comes first. */
function rotateRunners(runners, round) {
  const first = (round + warmUpRounds) % runners.length
  return [...runners.slice(first), ...runners.slice(0, first)]
}
