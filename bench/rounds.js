/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {() => unknown} [prepare] Makes what a call is given, before the clock starts.
 * @property {(given: any) => unknown} run One call, as an app would make it; what it answers is awaited.
 * @property {() => unknown} [clean] Undoes what calls left behind, after the clock was stopped.
 * @property {(answer: any) => unknown} read What `measure.expected` is compared with.
 */

const warmUp = 40
const millisecondsPerBatch = 4

/**
 * Microseconds per call of every contender, round by round: `{ [name]: number[] }`. Garbage is collected before the first
 * round only. Collecting between rounds makes V8 shrink the space for new objects, and everybody, the floor too, then
 * takes twice as long as in a server.
 */
export async function race({ contenders, expected, rounds = 240 }) {
  for (const contender of contenders) await verify(contender, expected)
  const batches = await calibrate(contenders)
  const times = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  globalThis.gc?.()
  for (let round = -warmUp; round < rounds; round++) {
    for (const contender of inTurn(contenders, round)) {
      const time = await timed(contender, batches[contender.name])
      if (round >= 0) times[contender.name].push(time)
    }
  }
  for (const contender of contenders) await verify(contender, expected)
  return times
}

/** A fast answer that is wrong is worth nothing. */
async function verify({ name, prepare, run, read, clean }, expected) {
  const answer = await read(await run(prepare?.()))
  await clean?.()
  if (answer !== expected) throw new Error(`${name} answers ${JSON.stringify(answer)}, not ${expected}.`)
}

/** As many calls as take about a batch's time, once the code is warm. Who takes a batch's time for one call makes one. */
async function calibrate(contenders) {
  const batches = {}
  for (const contender of contenders) {
    const first = await timed(contender, 1)
    const probes = Math.ceil(Math.min(200, (millisecondsPerBatch * 50_000) / first))
    await timed(contender, probes)
    batches[contender.name] = Math.ceil((millisecondsPerBatch * 1000) / (await timed(contender, probes)))
  }
  return batches
}

/** Nobody always comes first. */
function inTurn(contenders, round) {
  const first = (round + warmUp) % contenders.length
  return [...contenders.slice(first), ...contenders.slice(0, first)]
}

async function timed({ prepare, run, clean }, calls) {
  const given = Array.from({ length: calls }, () => prepare?.())
  const begun = performance.now()
  for (let call = 0; call < calls; call++) await run(given[call])
  const time = ((performance.now() - begun) * 1000) / calls
  await clean?.()
  return time
}
