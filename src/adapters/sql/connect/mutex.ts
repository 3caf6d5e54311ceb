/** Runs tasks one after another, in the order of the calls. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve()

  /** Runs the task after all earlier tasks have settled. */
  runExclusive<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task)
    this.#tail = result.catch(() => {})
    return result
  }
}
