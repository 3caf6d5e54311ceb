import { describeAdapter } from 'latchkey/testing'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll } from 'vitest'
import { runner } from '../contract/runner.js'
import { extraUserColumns } from '../contract/sqlite-file-adapter.js'
import { type PgBouncer, startPgBouncer } from '../support/databases/pgbouncer.js'
import { withServer } from '../support/databases/with-server.js'
import { selectCases } from '../support/fire.js'
import { type ConnectionInput, createAdapterFactory, createSchema } from './test-databases.js'

/** Connections through PgBouncer, which shares ten connections to the server and gives a transaction one of them. */
const drivers: Readonly<Record<string, (url: string) => Omit<ConnectionInput, 'options'>>> = {
  'a connection string': url => ({ connection: url }),
  'a pg pool': url => {
    const pool = new pg.Pool({ connectionString: url })
    return { connection: pool, end: () => pool.end() }
  },
  'postgres.js without named statements': url => {
    const sql = postgres(url, { max: 4, prepare: false })
    return { connection: sql, end: () => sql.end() }
  },
}

withServer('postgres', server => {
  let pooler: Promise<PgBouncer> | undefined
  afterAll(async () => (await pooler)?.stop())

  for (const [name, connect] of selectCases(
    Object.entries(drivers),
    ([name]) => name === 'a connection string',
  ))
    describeAdapter(
      runner,
      createAdapterFactory(
        () => createSchema(server),
        async ({ name: schema }) => {
          pooler ??= startPgBouncer(server)
          return { ...connect((await pooler).url), options: { schema } }
        },
      ),
      { name: `SqlAdapter through PgBouncer with ${name}`, extraUserColumns },
    )
})
