/** One after the other, in the order of asking. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve()

  /** Does the work when all that was asked for before is done, whether well or badly. */
  runExclusive<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task)
    this.#tail = result.catch(() => {})
    return result
  }
}
