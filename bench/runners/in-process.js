/**
 * @typedef {object} Candidate
 * @property {() => unknown} [prepare] Creates the input of a call. Not timed.
 * @property {(input: any) => unknown} run Makes one call, as in an app. The result is awaited.
 * @property {() => unknown} [clean] Removes the traces of calls. Not timed.
 * @property {(result: any) => unknown} read Returns the value to compare with the expected one.
 */

/**
 * Creates a runner that measures a candidate in this process.
 *
 * @param {string} name
 * @param {Candidate} candidate
 * @param {unknown} expected
 */
export function createInProcessRunner(name, { prepare, run, clean, read }, expected) {
  return {
    name,

    /** Verifies the result of a call. @throws Error if it is wrong */
    async verify() {
      const result = await read(await run(prepare?.()))
      await clean?.()
      if (result !== expected)
        throw new Error(`${name} returned ${JSON.stringify(result)}, expected ${expected}.`)
    },

    /** Measures the microseconds per call of a warm process. The first calls after the turns of others are not timed. */
    async time(calls) {
      const inputs = Array.from({ length: calls + Math.ceil(calls / 2) }, () => prepare?.())
      while (inputs.length > calls) await run(inputs.pop())
      await clean?.()
      const startedAt = performance.now()
      for (let call = 0; call < calls; call++) await run(inputs[call])
      const time = ((performance.now() - startedAt) * 1000) / calls
      await clean?.()
      return time
    },

    async collectGarbage() {
      globalThis.gc?.()
    },
  }
}
