const warmUpRounds = 40
const millisecondsPerBatch = 4

/**
 * Microseconds per call in every seat, round by round: `{ [name]: number[] }`. Garbage is collected before the first
 * round only. Collecting between rounds makes V8 shrink the space for new objects, and everybody, the floor too, then
 * takes twice as long as in a server.
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

/** As many calls as take about a batch's time, once the code is warm. Who takes a batch's time for one call makes one. */
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

/** Nobody always comes first. */
function rotateRunners(runners, round) {
  const first = (round + warmUpRounds) % runners.length
  return [...runners.slice(first), ...runners.slice(0, first)]
}
