import type { Connection, Query, Result, Run } from '../connection.js'
import type { Row } from '../schema.js'
import { orZero, postgresDeadlines } from './deadlines.js'
import { impatient } from './impatient.js'
import { type Lent, lentTransaction, transaction } from './interactive.js'
import { load } from './load.js'
import { Turns } from './turns.js'

interface Rows {
  readonly rows: unknown[]
}

/** A client of pg or of what has its shape: PostgreSQL behind one connection. */
export interface PgClient {
  query(sql: string, parameters?: unknown[]): Promise<Rows>
}

interface PooledClient extends PgClient {
  release(broken?: boolean): void
  on(event: 'error', listener: () => void): unknown
  removeListener(event: 'error', listener: () => void): unknown
}

/** A pool of pg, or one of `@neondatabase/serverless`. */
export interface PgPool extends PgClient {
  connect(): Promise<PooledClient>
  readonly totalCount: number
}

/** PGlite, whose transactions keep others waiting. */
export interface Pglite extends PgClient {
  transaction<T>(work: (transaction: PgClient) => Promise<T>): Promise<T>
  readonly waitReady: Promise<unknown>
}

function runner(client: PgClient): Run {
  return async ({ sql, parameters }) => ({ rows: (await client.query(sql, [...parameters])).rows as Row[] })
}

/** An event without a listener ends the process; between two statements there is nobody else to hear of a broken connection. */
const toldByTheNextQuery = () => {}

interface OwnPool extends PgPool {
  end(): Promise<void>
  on(event: 'error', listener: () => void): void
}

interface PgDriver {
  readonly Pool: new (config: { connectionString: string; connectionTimeoutMillis: number }) => OwnPool
}

/** A pool of our own, which outlives its database and does not wait for it for ever. */
export function openPg(connectionString: string, timeout: number): Connection {
  const { Pool } = load<PgDriver>({ name: 'pg', keeps: 'a PostgreSQL database' })
  const deadlines = postgresDeadlines(connectionString, timeout)
  const pool = new Pool({ connectionString, connectionTimeoutMillis: orZero(deadlines.connect) })
  pool.on('error', toldByTheNextQuery)
  return { ...impatient(() => lend(pool), deadlines), close: () => pool.end() }
}

async function lend(pool: PgPool): Promise<Lent> {
  const client = await pool.connect()
  client.on('error', toldByTheNextQuery)
  const end = (broken: boolean) => {
    client.removeListener('error', toldByTheNextQuery)
    client.release(broken)
  }
  return { run: runner(client), release: () => end(false), destroy: () => end(true) }
}

export function pgPool(pool: PgPool): Connection {
  const together = async (queries: readonly Query[]) => lentTransaction(await lend(pool), queries)
  return { run: runner(pool), together, close: async () => {} }
}

export function pgClient(client: PgClient): Connection {
  const turns = new Turns()
  const run = runner(client)
  return {
    run: query => turns.next(() => run(query)),
    together: queries => turns.next(() => transaction(run, queries)),
    close: async () => {},
  }
}

export function pglite(database: Pglite): Connection {
  async function together(queries: readonly Query[]): Promise<Result[]> {
    return database.transaction(async client => {
      const run = runner(client)
      const results: Result[] = []
      for (const query of queries) results.push(await run(query))
      return results
    })
  }
  return { run: runner(database), together, close: async () => {} }
}

interface PostgresJsClient {
  unsafe(sql: string, parameters?: never[], options?: { prepare: boolean }): PromiseLike<readonly object[]>
}

/** The `sql` of postgres.js. */
export interface PostgresJs extends PostgresJsClient {
  begin(work: (sql: PostgresJsClient) => Promise<void>): Promise<unknown>
  readonly options: { readonly prepare?: boolean | undefined }
}

export function postgresJs(sql: PostgresJs): Connection {
  const prepare = sql.options.prepare ?? true
  const runnerOf =
    (client: PostgresJsClient): Run =>
    async query => ({
      rows: [...(await client.unsafe(query.sql, [...query.parameters] as never[], { prepare }))] as Row[],
    })

  async function together(queries: readonly Query[]): Promise<Result[]> {
    const results: Result[] = []
    await sql.begin(async client => {
      const run = runnerOf(client)
      for (const query of queries) results.push(await run(query))
    })
    return results
  }
  return { run: runnerOf(sql), together, close: async () => {} }
}

/** The function that `neon()` of `@neondatabase/serverless` gives: PostgreSQL behind HTTP. */
export interface NeonHttp {
  query(sql: string, parameters?: unknown[], options?: { fullResults: true }): PromiseLike<unknown>
  transaction(queries: never[], options?: { fullResults: true }): Promise<unknown>
}

export function neonHttp(neon: NeonHttp): Connection {
  const options = { fullResults: true } as const
  const ask = ({ sql, parameters }: Query) => neon.query(sql, [...parameters], options)
  return {
    run: async query => (await ask(query)) as Result,
    together: async queries => (await neon.transaction(queries.map(ask) as never[], options)) as Result[],
    close: async () => {},
  }
}
