import { RedisAdapter, type RedisClient } from '../adapters/redis/index.js'
import { SqlAdapter } from '../adapters/sql/index.js'
import { AdapterError } from '../errors.js'
import type { RecordStore } from '../types/record-store.js'

/** Uses the records of the database that a URL names, and closes the database. `prefix` is that of `RedisAdapter`. */
export async function withRecords<T>(
  { connection, prefix }: { readonly connection: string; readonly prefix?: string | undefined },
  use: (records: RecordStore) => Promise<T>,
): Promise<T> {
  if (/^rediss?:/.test(connection))
    return withRedis(connection, client => use(RedisAdapter(client, { prefix }).records))
  await using adapter = SqlAdapter(connection, { migrate: false })
  return await use(adapter.records)
}

/** What the clients of a server and of a cluster have in common. */
interface Connection {
  on(event: 'error', listener: () => void): unknown
  connect(): Promise<unknown>
  destroy(): unknown
}

/** Connects to a server, or to the cluster that it is part of. */
async function withRedis<T>(url: string, use: (client: RedisClient) => Promise<T>): Promise<T> {
  const { createClient, createCluster } = await loadRedis()
  return withClient(createClient({ url, socket: { reconnectStrategy: false } }), async client => {
    const isCluster = (await client.info('cluster')).includes('cluster_enabled:1')
    return isCluster
      ? withClient(createCluster({ rootNodes: [{ url }], defaults: readCredentials(url) }), use)
      : use(client)
  })
}

async function withClient<C extends Connection, T>(client: C, use: (client: C) => Promise<T>): Promise<T> {
  // Without a listener, a lost connection ends the process. The running command rejects too.
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    client.destroy()
  }
}

/** Returns the options for the nodes of a cluster that the URL does not name. */
function readCredentials(url: string) {
  const { username, password, protocol } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { socket: { tls: true as const } }),
  }
}

/** Loads the package of the app. It is an optional peer dependency. */
async function loadRedis() {
  try {
    return await import('redis')
  } catch {
    throw new AdapterError('A Redis URL requires the package "redis". Install it: npm install redis')
  }
}
