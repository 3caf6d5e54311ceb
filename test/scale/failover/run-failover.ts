import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Adapter } from 'latchkey/adapters'
import { getFreePort } from '../../support/free-port.js'
import { Fleet } from '../fleet.js'
import { startNginx } from '../nginx.js'
import { initialSecrets } from '../secret-rotation.js'
import { buildApp, remove, startProvider, startTogether } from '../stack.js'
import { openStore } from './app-store.js'
import { FailoverUser } from './failover-user.js'
import { judgeLosses, Ledger, type Loss, type Refusal } from './ledger.js'
import type { FailoverStore, FailoverTimes } from './stores.js'

/** The parameters of a run. */
export interface FailoverPlan {
  readonly strategy: 'jwt' | 'database'
  readonly userCount: number
  /** How long the users run before the failover, and after it. */
  readonly seconds: number
  /** Whether the app makes an outage into a missing session, which the users must detect. */
  readonly hidesOutages?: boolean
}

/** The results of a run. */
export interface FailoverReport {
  readonly ledger: Ledger
  readonly times: FailoverTimes
  /** Losses that the store's documentation announces: writes of the last moments before an unplanned failover. */
  readonly announced: readonly Loss[]
  readonly unannounced: readonly Loss[]
  /** How long requests were refused, in milliseconds. */
  readonly refusedMs: number
  /** Quick refusals that no failover explains, such as those of a client that does not find the new primary. */
  readonly unexplainedRefusals: number
  /** Timeouts before or after the failover, of a machine that is too slow. */
  readonly timeouts: number
  readonly crashes: readonly string[]
  readonly logged: readonly string[]
}

const processes = 4

/** The timeout of the Redis adapter is 2 s, and that of the PostgreSQL pool is 5 s. */
const shortestTimeoutMs = 1_900

/** How long clients may need to find the new primary, in milliseconds. */
const reconnectMs = 10_000

/** Replaces the primary of a store while users sign in and out at four processes behind nginx. */
export async function runFailover(store: FailoverStore, plan: FailoverPlan): Promise<FailoverReport> {
  const stack = await startFailoverStack(store, plan)
  const { fleet, origin, op } = stack
  const ledger = new Ledger()
  try {
    const prefix = randomUUID().slice(0, 8)
    const users = Array.from(
      { length: plan.userCount },
      (_, index) => new FailoverUser({ origin, op, ledger }, `${prefix}-${index}`),
    )
    let isOver = false
    const running = users.map(user => user.run(() => isOver))
    await sleep(plan.seconds * 1_000)
    const times = await store.failOver()
    await sleep(plan.seconds * 1_000)
    isOver = true
    await Promise.all(running)
    await Promise.all(users.map(user => user.finish()))
    await verifyUsers(store, users, ledger)
    return createReport({ ledger, times, fleet })
  } finally {
    await stack.stop()
  }
}

function startFailoverStack(store: FailoverStore, { strategy, hidesOutages = false }: FailoverPlan) {
  return startTogether(async register => {
    const folder = await register(mkdtemp(join(tmpdir(), 'latchkey-failover-')), remove)
    const program = await register(buildApp('test/scale/failover/app.ts'), file => remove(join(file, '..')))
    const { provider: op } = await register(startProvider(), provider => provider.close())
    const port = await getFreePort()
    const origin = `http://127.0.0.1:${port}`
    const sockets = Array.from({ length: processes }, (_, place) => join(folder, `${place}.sock`))
    const env = {
      AUTH_URL: origin,
      ISSUER: op.issuer,
      CLIENT_SECRET: op.clientSecret,
      STRATEGY: strategy,
      HIDES_OUTAGES: String(hidesOutages),
    }
    const fleet = new Fleet({ program, sockets, env: { ...env, ...initialSecrets, ...store.env } })
    await register(fleet.start(), () => fleet.stop())
    await register(startNginx(folder, port, sockets), proxy => proxy.stop())
    return { origin, op, fleet }
  })
}

function createReport({
  ledger,
  times,
  fleet,
}: {
  ledger: Ledger
  times: FailoverTimes
  fleet: Fleet
}): FailoverReport {
  const { refusals, losses } = ledger
  const isExplained = ({ at }: Refusal) => at >= times.startedAt && at <= times.endedAt + reconnectMs
  const others = refusals.filter(refusal => !isExplained(refusal))
  const responseTimes = refusals.map(({ at }) => at)
  return {
    ledger,
    times,
    ...judgeLosses(losses, times),
    refusedMs: refusals.length > 0 ? Math.max(...responseTimes) - Math.min(...responseTimes) : 0,
    unexplainedRefusals: others.filter(({ tookMs }) => tookMs < shortestTimeoutMs).length,
    timeouts: others.filter(({ tookMs }) => tookMs >= shortestTimeoutMs).length,
    crashes: fleet.crashes,
    logged: [...fleet.logged].map(([type, { count, why }]) => `${count} x ${type}: ${why}`),
  }
}

/** Verifies the store: every user has exactly one account, which is their own, and no user is left over. */
async function verifyUsers(
  store: FailoverStore,
  users: readonly FailoverUser[],
  ledger: Ledger,
): Promise<void> {
  const { STORE = '', STORE_URLS = '', MASTER_NAME = '' } = store.env
  const settings = { store: STORE, urls: STORE_URLS, masterName: MASTER_NAME, reportError: () => {} }
  const { adapter, close } = await openStore(settings)
  try {
    for (const user of users) await verifyUser(adapter, user, ledger)
    // RedisAdapter does not list users.
    const stored = (await adapter.listUsers?.({ limit: users.length * 2 }))?.length ?? users.length
    if (stored !== users.length) ledger.halfMade.push(`${stored} users are stored, not ${users.length}.`)
  } finally {
    await close()
  }
}

async function verifyUser(
  adapter: Adapter,
  { id, email }: FailoverUser,
  { halfMade }: Ledger,
): Promise<void> {
  const user = await adapter.getUserByEmail?.(email)
  const owner = await adapter.getUserByAccount?.({ provider: 'op', providerAccountId: id })
  const accounts = user ? ((await adapter.listAccountsByUserId?.(user.id)) ?? []) : []
  if (!user || owner?.id !== user.id || accounts.length !== 1)
    halfMade.push(`${id}: user ${user?.id}, owner ${owner?.id}, ${accounts.length} accounts.`)
}
