import { RandomChoices } from './random.js'

/** How long a request that makes no call may run until it counts as one that waits for another request. */
const maxRunMs = 50

/**
 * Runs requests in parallel, in an order that only depends on a seed. Each request pauses before each of its calls. When all of
 * them pause, one continues, or sometimes all do.
 */
export class Interleaver {
  #random: RandomChoices | null = null
  #running = 0
  /** The requests that wait for another one, so that they neither pause nor end. */
  #blocked = 0
  #paused: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Runs functions in parallel and returns their results in the same order. */
  async run<T>(tasks: readonly (() => Promise<T>)[], seed: number): Promise<T[]> {
    this.#random = new RandomChoices(seed)
    this.#running = tasks.length
    try {
      return await Promise.all(tasks.map(task => this.#runTask(task)))
    } finally {
      this.#random = null
      clearTimeout(this.#timer)
      this.#resumeAll()
    }
  }

  /** Waits until it is the turn of the caller. Returns immediately if nothing runs in parallel. */
  async pause(): Promise<void> {
    if (!this.#random) return
    await new Promise<void>(resolve => {
      this.#paused.push(resolve)
      this.#schedule()
    })
  }

  async #runTask<T>(task: () => Promise<T>): Promise<T> {
    await this.pause()
    try {
      return await task()
    } finally {
      this.#running--
      this.#blocked = 0
      this.#schedule()
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#paused.length === 0) return
    if (this.#paused.length >= this.#running - this.#blocked) this.#resume()
    this.#timer = setTimeout(() => this.#resumeBesideBlocked(), maxRunMs)
  }

  /** Continues although a request neither pauses nor ends: it waits for one that is paused. */
  #resumeBesideBlocked(): void {
    if (this.#paused.length === 0) return
    this.#blocked = Math.max(0, this.#running - this.#paused.length)
    this.#resume()
    this.#schedule()
  }

  #resume(): void {
    const index = this.#random?.nextIndex(this.#paused.length + 1) ?? 0
    const [resume] = this.#paused.splice(index, 1)
    if (resume) resume()
    else this.#resumeAll()
  }

  #resumeAll(): void {
    for (const resume of this.#paused.splice(0)) resume()
  }
}
