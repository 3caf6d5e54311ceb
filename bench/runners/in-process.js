/**
 * @typedef {object} Candidate
 * @property {() => unknown} [prepare] Creates the input of a call. Not timed.
 * @property {(input: any) => unknown} [run] Makes one call, as in an app. The result is awaited.
 * @property {((input: any) => unknown)[]} [steps] Instead of `run`: the steps of a flow. Each gets the result of the previous one.
 * Steps of {@link untimed} are not timed, such as the work of the provider.
 * @property {() => unknown} [clean] Removes the traces of calls. Not timed.
 * @property {(result: any) => unknown} read Returns the value to compare with the expected one.
 */

/** The number of calls between two readings of the clock. */
const callsPerChunk = 50

const untimedSteps = new WeakSet()

/** Marks a step that is not part of the measured work. */
export function untimed(step) {
  untimedSteps.add(step)
  return step
}

/** Is this step not part of the measured work? */
export function isUntimed(step) {
  return untimedSteps.has(step)
}

/**
 * Creates a runner that measures a candidate in this process.
 *
 * @param {string} name
 * @param {Candidate} candidate
 * @param {{ expected: unknown, clock?: 'cpu' | 'elapsed' }} measure `cpu` is the time of the processor, which other work on the machine hardly
 * affects. `elapsed` includes the time in which the process waits.
 */
export function createInProcessRunner(
  name,
  { prepare, run, steps = [run], clean, read },
  { expected, clock = 'cpu' },
) {
  return {
    name,

    /** Verifies the result of a call. @throws Error if it is wrong */
    async verify() {
      let value = prepare?.()
      for (const step of steps) value = await step(value)
      const result = await read(value)
      await clean?.()
      if (result !== expected)
        throw new Error(`${name} returned ${JSON.stringify(result)}, expected ${expected}.`)
    },

    /** Makes calls until they are optimized: for this time, and at least this number. */
    async warmUp({ milliseconds, calls }) {
      const stopwatch = createStopwatch()
      for (let count = 0; stopwatch.cpu < milliseconds * 1000 || count < calls; count += callsPerChunk)
        await timeChunk(stopwatch)
    },

    /** Measures the microseconds per call, in calls that take `milliseconds` of the processor. */
    async time(milliseconds) {
      await timeChunk(createStopwatch())
      const stopwatch = createStopwatch()
      let calls = 0
      for (; stopwatch.cpu < milliseconds * 1000; calls += callsPerChunk) await timeChunk(stopwatch)
      return stopwatch[clock] / calls
    },

    async collectGarbage() {
      globalThis.gc?.()
    },
  }

  /** Times calls that make each step together, so that the clock is read twice per step. */
  async function timeChunk(stopwatch) {
    const values = Array.from({ length: callsPerChunk }, () => prepare?.())
    for (const step of steps) {
      const runStep = async () => {
        for (let call = 0; call < callsPerChunk; call++) values[call] = await step(values[call])
      }
      await (isUntimed(step) ? runStep() : stopwatch.measure(runStep))
    }
    await clean?.()
  }
}

/** Sums up the time of work in this process, in microseconds. */
function createStopwatch() {
  return {
    cpu: 0,
    elapsed: 0,
    async measure(work) {
      const startedAt = performance.now()
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      this.cpu += user + system
      this.elapsed += (performance.now() - startedAt) * 1000
    },
  }
}
