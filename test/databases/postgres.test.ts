import { Kysely, PostgresDialect } from 'kysely'
import { describeAdapter } from 'latchkey/testing'
import pg from 'pg'
import postgres from 'postgres'
import { extraUserColumns } from '../contract/files.js'
import { runner } from '../contract/runner.js'
import { withServer } from '../support/databases/place.js'
import { neonOver } from './neon.js'
import { aSchema, type Given, onPglite, type Store, subjectsIn } from './stores.js'

type Give = (store: Store) => Promise<Given>

const drivers: Readonly<Record<string, Give>> = {
  'a connection string': async ({ url }) => ({ connection: url }),
  'a pool of pg': async ({ url }) => {
    const pool = new pg.Pool({ connectionString: url })
    return { connection: pool, end: () => pool.end() }
  },
  'one client of pg': async ({ url }) => {
    const client = new pg.Client(url)
    await client.connect()
    return { connection: client, end: () => client.end() }
  },
  'postgres.js': async ({ name, url }) => {
    const address = new URL(url)
    address.search = ''
    const sql = postgres(address.href, { max: 4, connection: { search_path: name } })
    return { connection: sql, end: () => sql.end() }
  },
  'a Kysely instance': async ({ url }) => {
    const pool = new pg.Pool({ connectionString: url })
    return { connection: new Kysely({ dialect: new PostgresDialect({ pool }) }), end: () => pool.end() }
  },
  'Neon over HTTP': async ({ url }) => {
    const pool = new pg.Pool({ connectionString: url })
    return { connection: neonOver(pool), end: () => pool.end() }
  },
}

withServer('postgres', url => {
  for (const [name, give] of Object.entries(drivers))
    describeAdapter(
      runner,
      subjectsIn(() => aSchema(url), give),
      { name: `SqlAdapter on PostgreSQL by ${name}`, extraUserColumns: extraUserColumns },
    )
})

describeAdapter(runner, onPglite(), { name: 'SqlAdapter on PGlite', extraUserColumns: extraUserColumns })
