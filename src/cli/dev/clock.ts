import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockInterval } from './clock-file.js'

/** How far the clock can be moved, in seconds: ten years. */
export const maxOffset = 315_360_000

/** The time of the development server. Processes of the app follow it through a file. */
export class DevClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'latchkey-dev-'))
  /** The path of the file with the offset in milliseconds. */
  readonly file = join(this.#folder, 'clock')
  #offset = 0

  constructor() {
    this.#write()
  }

  /** How far the clock is ahead of the real time, in seconds. */
  get offset(): number {
    return this.#offset
  }

  /** Returns the moved time, in milliseconds since the epoch. */
  readonly now = (): number => Date.now() + this.#offset * 1000

  /** Sets the offset in seconds, and waits until every process follows. Values outside of 0 to `maxOffset` become the nearest one. */
  async move(offset: number): Promise<void> {
    this.#offset = Math.min(Math.max(Math.round(offset), 0), maxOffset)
    this.#write()
    await new Promise(resolve => setTimeout(resolve, clockInterval * 2))
  }

  /** Deletes the file. Processes that follow it then have the real time. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(): void {
    writeFileSync(this.file, String(this.#offset * 1000))
  }
}
