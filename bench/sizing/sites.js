import pg from 'pg'
import { createClient } from 'redis'
import { composeAdapters } from '../../dist/adapters/compose.js'
import { RedisAdapter } from '../../dist/adapters/redis/index.js'
import { SqlAdapter } from '../../dist/adapters/sql/index.js'
import { customFetch } from '../../dist/index.js'
import { clientId, clientSecret, fetchFromProvider, issuer } from '../candidates/oidc-provider.js'

/** The stores that are measured, with the session strategy. */
export const storeNames = {
  token: 'JWT, no store',
  postgres: 'database, PostgreSQL',
  redis: 'database, Redis',
  composed: 'database, sessions in Redis, users in PostgreSQL',
}

/** The servers that take part, by store. */
export const serversByStore = {
  token: [],
  postgres: ['postgres'],
  redis: ['redis'],
  composed: ['postgres', 'redis'],
}

/** Connects the adapter of a store. @returns the adapter, undefined without a store, and a function that closes it */
export async function connectStore(name, { postgresUrl, redisUrl, prefix = 'latchkey' }) {
  const pool = new pg.Pool({ connectionString: postgresUrl, max: 10 })
  // The server stops before the pool if a measurement fails.
  pool.on('error', () => {})
  const client = await createClient({ url: redisUrl }).connect()
  const [users, sessions] = [SqlAdapter(pool), RedisAdapter(client, { prefix })]
  const adapters = {
    token: () => undefined,
    postgres: () => users,
    redis: () => sessions,
    composed: () => composeAdapters({ users, sessions, readSessionsFromUsers: false }),
  }
  async function close() {
    client.destroy()
    await pool.end()
  }
  return { adapter: adapters[name](), client, close }
}

/** The OpenID provider, for any library that takes a `fetch` by this symbol. */
export function createProvider(fetchSymbol = customFetch) {
  return {
    id: 'harbor',
    name: 'Harbor',
    type: 'oidc',
    issuer,
    clientId,
    clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    [fetchSymbol]: fetchFromProvider,
  }
}
