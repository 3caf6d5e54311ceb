import { createDate } from '../../base/create-date.js'

let isRunning = false

/** The time during a simulation. It only moves when a story says so. */
export class SimulatedClock {
  #now = Date.UTC(2030, 0, 1)

  get now(): number {
    return this.#now
  }

  /** Moves the clock forward. */
  advance(seconds: number): void {
    this.#now += seconds * 1000
  }
}

/**
 * Replaces the global `Date` by a clock while `run` is running. Timers keep running.
 *
 * @throws Error if another simulation runs in this process
 */
export async function runWithClock<T>(run: (clock: SimulatedClock) => Promise<T>): Promise<T> {
  if (isRunning)
    throw new Error('Another simulation is running: simulate replaces the global `Date`. Await the first.')
  isRunning = true
  const originalDate = globalThis.Date
  const clock = new SimulatedClock()
  globalThis.Date = createDate(originalDate, () => clock.now)
  try {
    return await run(clock)
  } finally {
    globalThis.Date = originalDate
    isRunning = false
  }
}
