const warmUp = 40
const millisecondsPerBatch = 4

/**
 * Microseconds per call in every seat, round by round: `{ [name]: number[] }`. Garbage is collected before the first
 * round only. Collecting between rounds makes V8 shrink the space for new objects, and everybody, the floor too, then
 * takes twice as long as in a server.
 */
export async function race(seats, rounds = 240) {
  for (const seat of seats) await seat.verify()
  const batches = await calibrate(seats)
  const times = Object.fromEntries(seats.map(({ name }) => [name, []]))
  for (const seat of seats) await seat.collectGarbage()
  for (let round = -warmUp; round < rounds; round++) {
    for (const seat of inTurn(seats, round)) {
      const time = await seat.time(batches[seat.name])
      if (round >= 0) times[seat.name].push(time)
    }
  }
  for (const seat of seats) await seat.verify()
  return times
}

/** As many calls as take about a batch's time, once the code is warm. Who takes a batch's time for one call makes one. */
async function calibrate(seats) {
  const batches = {}
  for (const seat of seats) {
    const first = await seat.time(1)
    const probes = Math.ceil(Math.min(200, (millisecondsPerBatch * 50_000) / first))
    await seat.time(probes)
    batches[seat.name] = Math.ceil((millisecondsPerBatch * 1000) / (await seat.time(probes)))
  }
  return batches
}

/** Nobody always comes first. */
function inTurn(seats, round) {
  const first = (round + warmUp) % seats.length
  return [...seats.slice(first), ...seats.slice(0, first)]
}
