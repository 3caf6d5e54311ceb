/** One after the other, in the order of asking. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Does the work when all that was asked for before is done, whether well or badly. */
  next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}
