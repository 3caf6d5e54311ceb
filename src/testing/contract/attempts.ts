import { ContractBroken, equal, isTrue } from './assert.js'
import { allows, atOnce, group } from './check.js'
import { limitsOf } from './traits.js'

const check = group('attempts', 'countAttempt')

/** Nobody gets an attempt for nothing. */
export const attemptChecks = [
  check('are all counted, also when 16 are made at once', [], async ({ adapter }) => {
    const { answers, failures } = await atOnce(16, () => adapter.countAttempt('ada', 60_000))
    equal(failures, [])
    equal(
      answers.map(({ count }) => count).sort((a, b) => a - b),
      Array.from({ length: 16 }, (_, i) => i + 1),
    )
  }),

  check('of several keys are counted apart', [], async ({ adapter }) => {
    equal((await adapter.countAttempt('ada', 60_000)).count, 1)
    equal((await adapter.countAttempt('bob', 60_000)).count, 1)
    equal((await adapter.countAttempt('ada', 60_000)).count, 2)
  }),

  check(
    'are counted anew when the window is over, which later ones do not prolong',
    [],
    async ({ adapter, traits }) => {
      allows(limitsOf(traits).dates)
      for (const window of windows) {
        const key = `a window of ${window}`
        const begun = Date.now()
        const first = await adapter.countAttempt(key, window)
        const counted = Date.now()
        isTrue(isNear(first.resets, begun + window, clocksDiffer), 'the window ends at another time')
        await sleep(window * 0.4)
        const second = await adapter.countAttempt(key, window)
        if (Date.now() - begun >= window) continue
        equal([first.count, second.count], [1, 2])
        isTrue(isNear(second.resets, first.resets.getTime(), window / 5), 'the window was prolonged')
        await sleep(counted + window + 30 - Date.now())
        equal((await adapter.countAttempt(key, window)).count, 1)
        return
      }
      throw new ContractBroken('two attempts did not fit into any window')
    },
  ),
]

/** Milliseconds. The first is long enough, unless the store is far away or the machine is busy. */
const windows = [100, 400, 1_600, 6_400]

/** How many milliseconds the clock of a store may be away from ours. */
const clocksDiffer = 5_000

function isNear(date: unknown, time: number, tolerance: number): boolean {
  return date instanceof Date && Math.abs(date.getTime() - time) <= tolerance
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
