/**
 * @typedef {object} Contender
 * @property {() => unknown} [prepare] Makes what a call is given, before the clock starts.
 * @property {(given: any) => unknown} run One call, as an app would make it; what it answers is awaited.
 * @property {() => unknown} [clean] Undoes what calls left behind, after the clock was stopped.
 * @property {(answer: any) => unknown} read What is compared with the expected answer.
 */

/**
 * A seat is where somebody is measured. This one is in this process.
 *
 * @param {string} name
 * @param {Contender} contender
 * @param {unknown} expected
 */
export function createInProcessRunner(name, { prepare, run, clean, read }, expected) {
  return {
    name,

    /** A fast answer that is wrong is worth nothing. */
    async verify() {
      const result = await read(await run(prepare?.()))
      await clean?.()
      if (result !== expected) throw new Error(`${name} answers ${JSON.stringify(result)}, not ${expected}.`)
    },

    /** Microseconds per call, of a process that is at work: what it does first, after the others' turns, is not timed. */
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
