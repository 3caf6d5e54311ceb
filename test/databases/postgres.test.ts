import { Kysely, PostgresDialect } from 'kysely'
import { describeAdapter } from 'latchkey/testing'
import pg from 'pg'
import postgres from 'postgres'
import { runner } from '../contract/runner.js'
import { extraUserColumns } from '../contract/sqlite-file-adapter.js'
import { withServer } from '../support/databases/with-server.js'
import { createNeonClient } from './neon.js'
import {
  type ConnectionInput,
  createAdapterFactory,
  createOnPglite,
  createSchema,
  type TestDatabase,
} from './test-databases.js'

type Give = (store: TestDatabase) => Promise<ConnectionInput>

const drivers: Readonly<Record<string, Give>> = {
  'a connection string': async ({ url }) => ({ connection: url }),
  'a pg pool': async ({ url }) => {
    const pool = new pg.Pool({ connectionString: url })
    return { connection: pool, end: () => pool.end() }
  },
  'a pg client': async ({ url }) => {
    const client = new pg.Client(url)
    await client.connect()
    return { connection: client, end: () => client.end() }
  },
  'postgres.js': async ({ name, url }) => {
    const connectionUrl = new URL(url)
    connectionUrl.search = ''
    const sql = postgres(connectionUrl.href, { max: 4, connection: { search_path: name } })
    return { connection: sql, end: () => sql.end() }
  },
  'a Kysely instance': async ({ url }) => {
    const pool = new pg.Pool({ connectionString: url })
    return { connection: new Kysely({ dialect: new PostgresDialect({ pool }) }), end: () => pool.end() }
  },
  'Neon over HTTP': async ({ url }) => {
    const pool = new pg.Pool({ connectionString: url })
    return { connection: createNeonClient(pool), end: () => pool.end() }
  },
}

withServer('postgres', url => {
  for (const [name, give] of Object.entries(drivers))
    describeAdapter(
      runner,
      createAdapterFactory(() => createSchema(url), give),
      { name: `SqlAdapter on PostgreSQL with ${name}`, extraUserColumns: extraUserColumns },
    )
})

describeAdapter(runner, createOnPglite(), {
  name: 'SqlAdapter on PGlite',
  extraUserColumns: extraUserColumns,
})
