import { setTimeout as sleep } from 'node:timers/promises'
import { SqlAdapter } from 'latchkey/adapters/sql'
import pg from 'pg'
import { startPgBouncer } from '../../support/databases/pgbouncer.js'
import { startPostgres, startPostgresStandby } from '../../support/databases/server.js'
import { startRedisCluster } from '../../support/redis.js'
import { masterName, runRedis, startRedisSentinel, waitFor } from '../../support/redis-sentinel.js'
import { startStallingProxy } from '../../support/stalling-proxy.js'
import type { Environment } from '../fleet.js'
import { type RegisterPart, startTogether } from '../stack.js'

/** When a failover began and ended, in milliseconds since the epoch. */
export interface FailoverTimes {
  readonly startedAt: number
  /** When the promoted server accepted writes. */
  readonly endedAt: number
  /** Writes that were confirmed since then may be lost. Null if none may. */
  readonly mayLoseSince: number | null
}

/** A store whose primary can be replaced by its replica. */
export interface FailoverStore {
  /** The variables of the app that select the store. */
  readonly env: Environment
  /** Replaces the primary. Resolves when the replica accepts writes at the address that the app uses. */
  failOver(): Promise<FailoverTimes>
  stop(): Promise<void>
}

/** How long a write of Redis may take to reach the replica, in milliseconds. */
const replicationMs = 1_000

type PostgresFailover = 'planned' | 'synchronous' | 'asynchronous'

/** Starts PostgreSQL with a streaming replica, behind PgBouncer. */
export function startPostgresPair(kind: PostgresFailover): Promise<FailoverStore> {
  return startTogether(async register => {
    const pair = await startReplication(register)
    if (kind !== 'asynchronous') await requireStandby(pair.primary.url)
    const pooler = await register(startPgBouncer(pair.primary.url), server => server.stop())
    const failures = {
      planned: () => switchOver({ ...pair, pooler }),
      synchronous: () => killPrimary({ ...pair, pooler, lagMs: 0 }),
      asynchronous: () => killPrimary({ ...pair, pooler, lagMs: 1_500 }),
    }
    return { env: { STORE: 'postgres', STORE_URLS: pooler.url }, failOver: failures[kind] }
  })
}

async function startReplication(register: RegisterPart) {
  const primary = await register(startPostgres(), server => server.stop())
  await using adapter = SqlAdapter(primary.url)
  await adapter.migrate()
  const link = await register(startStallingProxy(primary.url), proxy => proxy.stop())
  const standby = await register(startPostgresStandby(link.url), server => server.stop())
  return { primary, standby, link }
}

/** A commit then waits until the standby has written it. */
async function requireStandby(primaryUrl: string): Promise<void> {
  await runSql(primaryUrl, "alter system set synchronous_standby_names = '*'")
  await runSql(primaryUrl, 'select pg_reload_conf()')
  await waitFor(async () => {
    const [row] = await runSql(primaryUrl, 'select sync_state from pg_stat_replication')
    return row?.['sync_state'] === 'sync'
  }, 'the synchronous standby')
}

type Pair = Awaited<ReturnType<typeof startReplication>> & {
  readonly pooler: Awaited<ReturnType<typeof startPgBouncer>>
}

/** Holds transactions back while the standby is promoted. A server that stops sends everything to its standby first. */
async function switchOver({ primary, standby, pooler }: Pair): Promise<FailoverTimes> {
  const startedAt = Date.now()
  await pooler.pause()
  await primary.stop()
  await promote(standby.url)
  await pooler.switchTo(standby.url)
  await pooler.resume()
  return { startedAt, endedAt: Date.now(), mayLoseSince: null }
}

/** Kills the primary, whose standby has received nothing for the last `lagMs`, and promotes the standby. */
async function killPrimary({ primary, standby, link, pooler, lagMs }: Pair & { readonly lagMs: number }) {
  const stalledAt = Date.now()
  if (lagMs > 0) link.stall()
  await sleep(lagMs)
  const startedAt = Date.now()
  await primary.kill()
  await link.stop()
  await promote(standby.url)
  await pooler.switchTo(standby.url)
  return { startedAt, endedAt: Date.now(), mayLoseSince: lagMs > 0 ? stalledAt - 100 : null }
}

async function promote(url: string): Promise<void> {
  await runSql(url, 'select pg_promote(true, 30)')
  await waitFor(async () => {
    const [row] = await runSql(url, 'select pg_is_in_recovery() as recovering')
    return row?.['recovering'] === false
  }, 'the promotion')
}

async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

type RedisFailover = 'planned' | 'killed'
type RedisPackage = 'redis' | 'ioredis'

/** Starts Redis with a replica and three sentinels. */
export function startSentinelStore(kind: RedisFailover, client: RedisPackage): Promise<FailoverStore> {
  return startTogether(async register => {
    const servers = await register(startRedisSentinel(), started => started.stop())
    return {
      env: createRedisEnvironment(`sentinel-${client}`, servers.ports),
      async failOver() {
        const oldPort = await servers.getMasterPort()
        const startedAt = Date.now()
        if (kind === 'killed') await servers.killMaster()
        else await servers.promoteReplica()
        await servers.waitForPromotion(oldPort)
        return { startedAt, endedAt: Date.now(), mayLoseSince: startedAt - replicationMs }
      },
    }
  })
}

/** Starts a Redis Cluster of three masters with a replica each. */
export function startClusterStore(kind: RedisFailover, client: RedisPackage): Promise<FailoverStore> {
  return startTogether(async register => {
    const cluster = await register(startRedisCluster({ replicas: 1 }), started => started.stop())
    const { ports } = cluster
    await waitFor(async () => (await listPairs(ports)).length === 3, 'the replicas')
    return {
      env: createRedisEnvironment(`cluster-${client}`, ports),
      async failOver() {
        const pairs = await listPairs(ports)
        const startedAt = Date.now()
        // CLUSTER FAILOVER waits until the replica has everything. All three masters are replaced, one after the other.
        for (const { master, replica } of kind === 'planned' ? pairs : pairs.slice(0, 1)) {
          if (kind === 'killed') await cluster.kill(master)
          else await runRedis(replica, 'cluster', 'failover')
          await waitFor(async () => (await runRedis(replica, 'role')).startsWith('master'), 'the promotion')
          const others = ports.filter(port => kind === 'planned' || port !== master)
          await waitFor(async () => (await Promise.all(others.map(isComplete))).every(Boolean), 'the cluster')
        }
        return {
          startedAt,
          endedAt: Date.now(),
          mayLoseSince: kind === 'killed' ? startedAt - replicationMs : null,
        }
      },
    }
  })
}

function createRedisEnvironment(store: string, ports: readonly number[]): Environment {
  return { STORE: store, STORE_URLS: ports.join(','), MASTER_NAME: masterName }
}

async function isComplete(port: number): Promise<boolean> {
  return (await runRedis(port, 'cluster', 'info')).includes('cluster_state:ok')
}

/** Lists the ports of the masters with those of their replicas. The first has the users: they are in one slot. */
async function listPairs(ports: readonly number[]) {
  const roles = await Promise.all(
    ports.map(async port => ({ port, lines: (await runRedis(port, 'role')).split('\n') })),
  )
  const userPort = await findUserPort(ports[0] ?? 0)
  const pairs = roles
    .filter(({ lines }) => lines[0] === 'slave' && lines[3] === 'connected')
    .map(({ port, lines }) => ({ replica: port, master: Number(lines[2]) }))
  return pairs.sort((a, b) => Number(b.master === userPort) - Number(a.master === userPort))
}

/** Returns the port of the master of the users. A node that does not have a key names the one that does. */
async function findUserPort(port: number): Promise<number> {
  const reply = await runRedis(port, 'get', '{latchkey}:user')
  return Number(/^MOVED \d+ [\d.]+:(\d+)/.exec(reply)?.[1] ?? port)
}
