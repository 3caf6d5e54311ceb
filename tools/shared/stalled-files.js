/**
 * Vitest reporter that ends a run in which a test file does not end. Vitest cannot end such a file itself if its worker is
 * blocked: no timeout of a test runs there, and the run would wait without a word.
 *
 * @module
 */
import { getModuleName } from './tally.js'

/** Environment variable with the limit for a file in milliseconds. Vitest passes no custom arguments to a reporter. */
export const fileLimitVariable = 'LATCHKEY_TEST_FILE_LIMIT_MS'

/** The slowest files take less than a minute. */
const limitMs = Number(process.env[fileLimitVariable] ?? 15 * 60_000)

export default class StalledFiles {
  #starts = new Map()
  #timer

  onTestRunStart() {
    this.#timer = setInterval(() => this.#endStalledRun(), Math.min(limitMs, 10_000))
    this.#timer.unref()
  }

  onTestModuleStart(module) {
    this.#starts.set(module.id, { module, startedAt: Date.now() })
  }

  onTestModuleEnd(module) {
    this.#starts.delete(module.id)
  }

  onTestRunEnd() {
    clearInterval(this.#timer)
  }

  #endStalledRun() {
    const stalled = [...this.#starts.values()].filter(({ startedAt }) => Date.now() - startedAt > limitMs)
    if (stalled.length === 0) return
    for (const { module } of stalled) console.error(describeStalled(module))
    process.exit(1)
  }
}

function describeStalled(module) {
  const ended = [...module.children.allTests()].filter(hasEnded)
  return `${getModuleName(module)} has not ended after ${limitMs} ms. The last of its tests that ended: ${ended.at(-1)?.fullName ?? 'none'}.`
}

/** A test that is skipped has its state before the file runs. */
function hasEnded(test) {
  return ['passed', 'failed'].includes(test.result().state)
}
