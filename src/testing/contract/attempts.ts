import { assertEqual, assertTrue, ContractViolation } from './assert.js'
import { defineChecks, runConcurrently, skipWithReason } from './check.js'
import { describeLimits } from './limits.js'

const check = defineChecks('attempts', 'countAttempt')

/** The checks of `countAttempt`, which limits the rate of attempts. */
export const attemptChecks = [
  check('are all counted, also with 16 concurrent calls', [], async ({ adapter }) => {
    const { results, errors } = await runConcurrently(16, () => adapter.countAttempt('ada', 60_000))
    assertEqual(errors, [])
    assertEqual(
      results.map(({ count }) => count).sort((a, b) => a - b),
      Array.from({ length: 16 }, (_, i) => i + 1),
    )
  }),

  check('are counted separately per key', [], async ({ adapter }) => {
    assertEqual((await adapter.countAttempt('ada', 60_000)).count, 1)
    assertEqual((await adapter.countAttempt('bob', 60_000)).count, 1)
    assertEqual((await adapter.countAttempt('ada', 60_000)).count, 2)
  }),

  check(
    'are counted from 1 after the window, which later attempts do not extend',
    [],
    async ({ adapter, options: limits }) => {
      skipWithReason(describeLimits(limits).dates)
      for (const window of windowsMs) {
        const key = `a window of ${window}`
        const startedAt = Date.now()
        const first = await adapter.countAttempt(key, window)
        const countedAt = Date.now()
        assertTrue(
          isNear(first.resetsAt, startedAt + window, maxClockSkewMs),
          '`resetsAt` is not the end of the window',
        )
        await sleep(window * 0.4)
        const second = await adapter.countAttempt(key, window)
        if (Date.now() - startedAt >= window) continue
        assertEqual([first.count, second.count], [1, 2])
        assertTrue(
          isNear(second.resetsAt, first.resetsAt.getTime(), window / 5),
          'the second attempt extended the window',
        )
        await sleep(countedAt + window + 30 - Date.now())
        assertEqual((await adapter.countAttempt(key, window)).count, 1)
        return
      }
      throw new ContractViolation('the store is too slow for two attempts within a window')
    },
  ),
]

/** Window lengths in milliseconds. The first is long enough unless the store is remote or the machine is busy. */
const windowsMs = [100, 400, 1_600, 6_400]

/** The maximum difference in milliseconds between the store's clock and the local clock. */
const maxClockSkewMs = 5_000

function isNear(date: unknown, time: number, tolerance: number): boolean {
  return date instanceof Date && Math.abs(date.getTime() - time) <= tolerance
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
