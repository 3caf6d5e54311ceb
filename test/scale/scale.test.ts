import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDebianPackages, scaleServers } from '../../tools/setup.js'
import { type Report, run, unsafeRotation } from './run.js'
import { type Stack, startStack } from './stack.js'

const { LATCHKEY_SCALE_PEOPLE = 80, LATCHKEY_SCALE_SECONDS = 16, LATCHKEY_SCALE_REPORT, CI } = process.env
const people = Number(LATCHKEY_SCALE_PEOPLE)
const seconds = Number(LATCHKEY_SCALE_SECONDS)

const obstacle = await installDebianPackages(scaleServers)
const isLeftOut = obstacle !== undefined && !CI

describe.skipIf(isLeftOut)(`four processes behind nginx${isLeftOut ? `: ${obstacle}` : ''}`, () => {
  let stack: Stack
  const reports: Report[] = []

  beforeAll(async () => {
    if (obstacle) throw new Error(obstacle)
    stack = await startStack()
  })

  afterAll(async () => {
    await stack?.stop()
    if (LATCHKEY_SCALE_REPORT) writeFileSync(LATCHKEY_SCALE_REPORT, JSON.stringify(reports, null, 2))
  })

  test.each(['jwt', 'database'] as const)(
    'are killed at random and learn a new secret, and nobody loses a session, sees another or meets an error (%s)',
    { timeout: (seconds + 120) * 1_000 },
    async strategy => {
      const report = await run(stack, { strategy, people, seconds })
      reports.push(report)

      const { lost, foreign, lingering, errors, crashes, logged } = report
      expect([lost, foreign, lingering, errors, crashes].map(formatSome)).toEqual([[], [], [], [], []])
      expect(Object.keys(logged).filter(type => type !== ofCodesUsedTwice)).toEqual([])
      expect(report.endings.killed + report.endings['killed midway']).toBeGreaterThan(seconds / 10)
      expect(report.signIns).toBeGreaterThan(people / 2)
      for (const done of [report.rolls, report.updates, report.signOuts, report.sentTwice + report.cut])
        expect(done).toBeGreaterThan(0)
    },
  )

  test.each([
    ['lost', 'memory of its own', 'database'],
    ['foreign', 'cache without a key', 'database'],
    ['lingering', 'deaf to sign-outs', 'database'],
    ['lost', 'no writes', 'database'],
    ['lost', unsafeRotation, 'jwt'],
  ] as const)('and the people notice what is %s: %s', async (noticed, what, strategy) => {
    const report = await run(stack, { people: 20, seconds: 30, strategy, mistake: { what, noticed } })
    expect(report[noticed].length).toBeGreaterThan(0)
  })
})

/** nginx asks a second process to finish a sign-in, and the first had used the code before it died. */
const ofCodesUsedTwice = 'CallbackRouteError'

/** Enough to read. */
const formatSome = (found: readonly string[]) => found.slice(0, 5)
