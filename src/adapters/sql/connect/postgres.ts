import type { Connection, Query, QueryResult, RunQuery } from '../connection.js'
import type { Row } from '../schema.js'
import { loadDriver } from './load-driver.js'
import { parsePostgresTimeouts, toDriverTimeout } from './timeouts.js'
import { type PooledConnection, runInOrder, wrapClient, wrapPool } from './transaction.js'
import { withTimeouts } from './with-timeouts.js'

interface PgResult {
  readonly rows: unknown[]
}

/** A client of `pg`, or an object with the same `query` method: one PostgreSQL connection. */
export interface PgClient {
  query(sql: string, parameters?: unknown[]): Promise<PgResult>
}

interface PooledClient extends PgClient {
  release(broken?: boolean): void
  on(event: 'error', listener: () => void): unknown
  removeListener(event: 'error', listener: () => void): unknown
}

/** A pool of `pg` or `@neondatabase/serverless`. */
export interface PgPool extends PgClient {
  connect(): Promise<PooledClient>
  readonly totalCount: number
}

/** A PGlite instance. A transaction makes other statements wait. */
export interface Pglite extends PgClient {
  transaction<T>(work: (transaction: PgClient) => Promise<T>): Promise<T>
  readonly waitReady: Promise<unknown>
}

function createRunner(client: PgClient): RunQuery {
  return async ({ sql, parameters }) => ({ rows: (await client.query(sql, [...parameters])).rows as Row[] })
}

/** Prevents a crash: an `error` event without a listener ends the process. The next query reports the broken connection. */
const ignoreConnectionError = () => {}

interface DriverPool extends PgPool {
  end(): Promise<void>
  on(event: 'error', listener: () => void): void
}

interface PgDriver {
  readonly Pool: new (config: { connectionString: string; connectionTimeoutMillis: number }) => DriverPool
}

/** Opens a pool with timeouts that survives a restart of its database. */
export function connectPg(connectionString: string, timeout: number): Connection {
  const { Pool } = loadDriver<PgDriver>({ name: 'pg', purpose: 'a PostgreSQL database', minMajor: 8 })
  const timeouts = parsePostgresTimeouts(connectionString, timeout)
  const pool = new Pool({ connectionString, connectionTimeoutMillis: toDriverTimeout(timeouts.connectMs) })
  pool.on('error', ignoreConnectionError)
  return { ...withTimeouts(() => acquireConnection(pool), timeouts), close: () => pool.end() }
}

async function acquireConnection(pool: PgPool): Promise<PooledConnection> {
  const client = await pool.connect()
  client.on('error', ignoreConnectionError)
  const release = (broken: boolean) => {
    client.removeListener('error', ignoreConnectionError)
    client.release(broken)
  }
  return { run: createRunner(client), release: () => release(false), destroy: () => release(true) }
}

export function wrapPgPool(pool: PgPool): Connection {
  return wrapPool(createRunner(pool), () => acquireConnection(pool))
}

export function wrapPgClient(client: PgClient): Connection {
  return wrapClient(createRunner(client))
}

export function wrapPglite(database: Pglite): Connection {
  return {
    run: createRunner(database),
    transaction: async queries => database.transaction(client => runInOrder(createRunner(client), queries)),
  }
}

interface PostgresJsClient {
  unsafe(sql: string, parameters?: never[], options?: { prepare: boolean }): PromiseLike<readonly object[]>
}

/** The `sql` function of postgres.js. */
export interface PostgresJs extends PostgresJsClient {
  begin(work: (sql: PostgresJsClient) => Promise<void>): Promise<unknown>
  readonly options: { readonly prepare?: boolean | undefined }
}

export function wrapPostgresJs(sql: PostgresJs): Connection {
  const prepare = sql.options.prepare ?? true
  const createClientRunner =
    (client: PostgresJsClient): RunQuery =>
    async query => ({
      rows: [...(await client.unsafe(query.sql, [...query.parameters] as never[], { prepare }))] as Row[],
    })

  async function transaction(queries: readonly Query[]): Promise<QueryResult[]> {
    let results: QueryResult[] = []
    await sql.begin(async client => {
      results = await runInOrder(createClientRunner(client), queries)
    })
    return results
  }
  return { run: createClientRunner(sql), transaction }
}

/** The function that `neon()` of `@neondatabase/serverless` returns: PostgreSQL over HTTP. */
export interface NeonHttp {
  query(sql: string, parameters?: unknown[], options?: { fullResults: true }): PromiseLike<unknown>
  transaction(queries: never[], options?: { fullResults: true }): Promise<unknown>
}

export function wrapNeonHttp(neon: NeonHttp): Connection {
  const options = { fullResults: true } as const
  const createQuery = ({ sql, parameters }: Query) => neon.query(sql, [...parameters], options)
  return {
    run: async query => (await createQuery(query)) as QueryResult,
    transaction: async queries =>
      (await neon.transaction(queries.map(createQuery) as never[], options)) as QueryResult[],
  }
}
