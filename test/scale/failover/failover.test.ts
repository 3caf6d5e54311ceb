import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { installDebianPackages, scaleServers } from '../../../tools/setup.js'
import type { Loss } from './ledger.js'
import { type FailoverPlan, type FailoverReport, runFailover } from './run-failover.js'
import { type FailoverStore, startClusterStore, startPostgresPair, startSentinelStore } from './stores.js'

const {
  LATCHKEY_FAILOVER_PEOPLE = 40,
  LATCHKEY_FAILOVER_SECONDS = 2,
  LATCHKEY_FAILOVER_REPORT,
  CI,
} = process.env
const userCount = Number(LATCHKEY_FAILOVER_PEOPLE)
const seconds = Number(LATCHKEY_FAILOVER_SECONDS)

interface Scenario {
  readonly name: string
  /** What can be lost, for the report. */
  readonly announced: string
  readonly start: () => Promise<FailoverStore>
  readonly mustLose?: true
}

const nothing = 'nothing'
const lastSecond = 'what the replica had not received'

/** The first is the one of `npm test`. `npm run test:scale` runs all. */
const scenarios: readonly Scenario[] = [
  {
    name: 'PostgreSQL, synchronous replica, primary killed',
    announced: nothing,
    start: () => startPostgresPair('synchronous'),
  },
  {
    name: 'PostgreSQL, replica 1.5 s behind, primary killed',
    announced: 'the last 1.5 s',
    start: () => startPostgresPair('asynchronous'),
    mustLose: true,
  },
  {
    name: 'PostgreSQL, planned switch behind PAUSE of PgBouncer',
    announced: nothing,
    start: () => startPostgresPair('planned'),
  },
  {
    name: 'Redis Sentinel, master killed (ioredis)',
    announced: lastSecond,
    start: () => startSentinelStore('killed', 'ioredis'),
  },
  {
    name: 'Redis Sentinel, master killed (redis)',
    announced: lastSecond,
    start: () => startSentinelStore('killed', 'redis'),
  },
  {
    name: 'Redis Sentinel, SENTINEL FAILOVER (redis)',
    announced: 'what the old master accepted meanwhile',
    start: () => startSentinelStore('planned', 'redis'),
  },
  {
    name: 'Redis Cluster, CLUSTER FAILOVER of each master (redis)',
    announced: nothing,
    start: () => startClusterStore('planned', 'redis'),
  },
  {
    name: 'Redis Cluster, CLUSTER FAILOVER of each master (ioredis)',
    announced: nothing,
    start: () => startClusterStore('planned', 'ioredis'),
  },
  {
    name: 'Redis Cluster, master of the users killed (ioredis)',
    announced: lastSecond,
    start: () => startClusterStore('killed', 'ioredis'),
  },
  {
    name: 'Redis Cluster, master of the users killed (redis)',
    announced: lastSecond,
    start: () => startClusterStore('killed', 'redis'),
  },
]

const strategies = ['database', 'jwt'] as const
const all = scenarios.flatMap(scenario => strategies.map(strategy => ({ ...scenario, strategy })))
const selected = LATCHKEY_FAILOVER_REPORT ? all : all.slice(0, 1)

const obstacle = await installDebianPackages(scaleServers)
const isSkipped = obstacle !== undefined && !CI

describe.skipIf(isSkipped)(
  `a failover while users sign in and out${isSkipped ? `: ${obstacle}` : ''}`,
  () => {
    const timeout = (2 * seconds + 300) * 1_000

    test.each(selected)('$name ($strategy)', { timeout }, async scenario => {
      const report = await runOn(scenario.start, { strategy: scenario.strategy, userCount, seconds })
      expectOnlyAnnouncedLosses(report)
      // A replica that is behind must lose something, or the users would not detect a loss.
      if (scenario.mustLose) expect(report.announced.length).toBeGreaterThan(0)
      expect(report.timeouts).toBeLessThan(report.ledger.requests / 50)
      expect(report.ledger.signIns).toBeGreaterThan(userCount)
      expect(report.ledger.signOuts).toBeGreaterThan(0)
      recordReport(scenario, report)
    })

    // Only in `npm run test:scale`, as the other scenarios.
    if (LATCHKEY_FAILOVER_REPORT)
      test('users detect an outage that the app makes into a missing session', { timeout }, async () => {
        const plan = { strategy: 'database', userCount, seconds, hidesOutages: true } as const
        const { unannounced } = await runOn(() => startPostgresPair('synchronous'), plan)
        expect(unannounced.length).toBeGreaterThan(0)
      })
  },
)

async function runOn(start: Scenario['start'], plan: FailoverPlan): Promise<FailoverReport> {
  if (obstacle) throw new Error(obstacle)
  const store = await start()
  try {
    return await runFailover(store, plan)
  } finally {
    await store.stop()
  }
}

function expectOnlyAnnouncedLosses({
  ledger,
  unannounced,
  unexplainedRefusals,
  crashes,
}: FailoverReport): void {
  const { foreign, halfMade, deletedCookies, errors } = ledger
  expect({
    unannounced,
    foreign,
    halfMade,
    deletedCookies,
    errors: errors.slice(0, 5),
    unexplainedRefusals,
    crashes,
  }).toEqual({
    unannounced: [],
    foreign: [],
    halfMade: [],
    deletedCookies: [],
    errors: [],
    unexplainedRefusals: 0,
    crashes: [],
  })
}

/** Adds a line to the report of `npm run test:scale`. */
function recordReport({ name, announced, strategy }: (typeof all)[number], report: FailoverReport): void {
  if (!LATCHKEY_FAILOVER_REPORT) return
  const { ledger, times, refusedMs, timeouts } = report
  const { signIns, signOuts, reads, refusals, requests, lateSignOuts } = ledger
  const counts = { userCount, requests, signIns, signOuts, reads, refused: refusals.length, refusedMs }
  const countLost = (kind: Loss['what']) => report.announced.filter(({ what }) => what === kind).length
  const lost = { signIns: countLost('sign-in'), signOuts: countLost('sign-out'), users: countLost('user') }
  const failoverMs = times.endedAt - times.startedAt
  const line = {
    name,
    announced,
    strategy,
    ...counts,
    failoverMs,
    lost,
    lateSignOuts,
    timeouts,
    logged: report.logged,
  }
  appendFileSync(LATCHKEY_FAILOVER_REPORT, `${JSON.stringify(line)}\n`)
}
