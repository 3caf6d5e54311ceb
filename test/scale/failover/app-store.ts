import { Cluster, Redis } from 'ioredis'
import type { Adapter } from 'latchkey/adapters'
import { RedisAdapter, type RedisClient } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import pg from 'pg'
import { createCluster, createSentinel } from 'redis'

/** An adapter and what closes its connections. */
export interface OpenedStore {
  readonly adapter: Adapter
  close(): Promise<void>
}

/** The variables that select a store. */
export interface StoreSettings {
  readonly store: string
  /** The URL of PostgreSQL, or the ports of the Redis servers. */
  readonly urls: string
  readonly masterName: string
  reportError(error: unknown): void
}

/** Connects as `docs/guides/deployment.md` recommends. */
export async function openStore(settings: StoreSettings): Promise<OpenedStore> {
  if (settings.store === 'postgres') return openPostgres(settings)
  const { client, close } = await connectRedis(settings)
  return { adapter: RedisAdapter(client, { timeout: 2_000 }), close: async () => close() }
}

function openPostgres({ urls, reportError }: StoreSettings): OpenedStore {
  const pool = new pg.Pool({
    connectionString: urls,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  pool.on('error', reportError)
  return { adapter: SqlAdapter(pool), close: () => pool.end() }
}

interface ConnectedClient {
  readonly client: RedisClient
  close(): void
}

async function connectRedis({
  store,
  urls,
  masterName,
  reportError,
}: StoreSettings): Promise<ConnectedClient> {
  const nodes = urls.split(',').map(port => ({ host: '127.0.0.1', port: Number(port) }))
  const openers: Readonly<Record<string, () => Promise<ConnectedClient>>> = {
    async 'sentinel-ioredis'() {
      const client = new Redis({ sentinels: nodes, name: masterName }).on('error', reportError)
      return { client, close: () => client.disconnect() }
    },
    async 'sentinel-redis'() {
      const client = createSentinel({ name: masterName, sentinelRootNodes: nodes }).on('error', reportError)
      await client.connect()
      return { client, close: () => client.destroy() }
    },
    async 'cluster-ioredis'() {
      const client = new Cluster(nodes).on('error', reportError)
      return { client, close: () => client.disconnect() }
    },
    async 'cluster-redis'() {
      const rootNodes = nodes.map(({ port }) => ({ url: `redis://127.0.0.1:${port}` }))
      const client = createCluster({ rootNodes }).on('error', reportError)
      await client.connect()
      return { client, close: () => client.destroy() }
    },
  }
  const open = openers[store]
  if (!open) throw new Error(`The store "${store}" is unknown.`)
  return open()
}
