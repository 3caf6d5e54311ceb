import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDebianPackages, scaleServers } from '../../tools/setup.js'
import { type Report, run, unsafeRotation } from './run.js'
import { type Stack, startStack } from './stack.js'

const { LATCHKEY_SCALE_PEOPLE = 80, LATCHKEY_SCALE_SECONDS = 15, LATCHKEY_SCALE_REPORT, CI } = process.env
const userCount = Number(LATCHKEY_SCALE_PEOPLE)
const seconds = Number(LATCHKEY_SCALE_SECONDS)

const obstacle = await installDebianPackages(scaleServers)
const isSkipped = obstacle !== undefined && !CI

describe.skipIf(isSkipped)(`four processes behind nginx${isSkipped ? `: ${obstacle}` : ''}`, () => {
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
    'users lose no session, see no session of another user and get no error while processes are killed and the secret is rotated (%s)',
    { timeout: (seconds + 300) * 1_000 },
    async strategy => {
      const report = await run(stack, { strategy, userCount, seconds })
      reports.push(report)

      const { lost, foreign, lingering, errors, crashes, logged } = report
      expect([lost, foreign, lingering, errors, crashes].map(formatSome)).toEqual([[], [], [], [], []])
      expect(Object.keys(logged).filter(type => type !== reusedCodeError)).toEqual([])
      expect(report.endings.killed + report.endings.crashed).toBeGreaterThan(seconds / 10)
      expect(report.signIns).toBeGreaterThan(userCount / 2)
      for (const count of [report.extensions, report.updates, report.signOuts, report.sentTwice + report.cut])
        expect(count).toBeGreaterThan(0)
    },
  )

  /** Faults that the users must notice. `npm test` plants a quick one, `npm run test:scale` all. */
  const faults = [
    ['lost', 'separate memory per process', 'database'],
    ['foreign', 'cache without a key', 'database'],
    ['lingering', 'sign-out without deletion', 'database'],
    ['lost', 'lost writes', 'database'],
    ['lost', unsafeRotation, 'jwt'],
  ] as const
  test.each(LATCHKEY_SCALE_REPORT ? faults : faults.slice(0, 1))(
    'users detect a %s finding caused by %s',
    { timeout: 300_000 },
    async (finding, fault, strategy) => {
      const report = await run(stack, {
        userCount: 20,
        seconds: 30,
        strategy,
        mistake: { fault, expectedFinding: finding },
      })
      expect(report[finding].length).toBeGreaterThan(0)
    },
  )
})

/** Logged when nginx retries an OAuth callback whose code the first process used before it was killed. */
const reusedCodeError = 'CallbackRouteError'

/** Limits the output of a failed assertion. */
const formatSome = (found: readonly string[]) => found.slice(0, 5)
