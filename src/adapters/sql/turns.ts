/** One after the other, in the order of asking. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #taken = false

  /** Resolves when it is the caller's turn, which lasts until {@link pass}. */
  async take(): Promise<void> {
    if (this.#taken) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#taken = true
  }

  pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken = false
  }
}
