import { rm } from 'node:fs/promises'
import { type Database, KyselyAdapter, KyselyAuth } from '@auth/kysely-adapter'
import { type Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import Libsql from 'libsql'
import { type AdapterCheckOptions, extraUserColumns, type OpenStore, type Trial } from '../adapter-trial.js'
import { createFolder } from '../temp-folder.js'
import { createPostgresPool } from './pools.js'

const adapter = '@auth/kysely-adapter'
const limits: AdapterCheckOptions = { ids: 'generated', usersWithoutEmail: 'rejected', extraUserColumns }

export const trials: Trial[] = [
  { adapter, store: 'SQLite (libsql)', limits, open: openSqlite },
  { adapter, store: 'PostgreSQL', needs: 'postgres', limits, open: () => openPostgres() },
  {
    adapter,
    store: 'PostgreSQL',
    needs: 'postgres',
    patched: 'with a unique index',
    limits,
    open: () => openPostgres('create unique index on "Account" (provider, "providerAccountId")'),
  },
]

async function openPostgres(more?: string): Promise<OpenStore> {
  const db = new KyselyAuth<Database>({
    dialect: new PostgresDialect({ pool: await createPostgresPool() }),
  })
  await createTables(db, { id: 'uuid', newId: 'gen_random_uuid()', date: 'timestamptz', number: 'bigint' })
  if (more) await sql.raw(more).execute(db)
  return { adapter: KyselyAdapter(db), empty: () => empty(db), close: () => db.destroy() }
}

/** The migration of the guide is for PostgreSQL. SQLite lacks its types and functions, so ids and dates are text. */
async function openSqlite(): Promise<OpenStore> {
  const folder = await createFolder('kysely')
  const database = new Libsql(`${folder}/app.db`)
  database.pragma('foreign_keys = on')
  const db = new KyselyAuth<Database>({
    dialect: new SqliteDialect({ database: withStrictBindings(database) }),
  })
  await createTables(db, {
    id: 'text',
    newId: '(lower(hex(randomblob(16))))',
    date: 'text',
    number: 'integer',
  })
  return {
    adapter: KyselyAdapter(db),
    empty: () => empty(db),
    async close() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Throws on booleans, as `better-sqlite3` does, which the dialect of Kysely is made for. The binding of libsql crashes the
 * process instead.
 */
function withStrictBindings(database: Libsql.Database): SqliteDatabase {
  const isBindable = (value: unknown) =>
    value === null || ['string', 'number', 'bigint'].includes(typeof value)
  return {
    close: () => void database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      const check = (values: readonly unknown[]) => {
        if (!values.every(isBindable)) throw new TypeError('SQLite can bind only strings, numbers and null.')
        return values
      }
      return {
        reader: statement.reader,
        all: values => statement.all(check(values)),
        run: values => statement.run(check(values)),
        iterate: values => statement.iterate(check(values)) as IterableIterator<unknown>,
      }
    },
  }
}

interface ColumnTypes {
  id: string
  newId: string
  date: string
  number: string
}

/** Creates the tables from the adapter's guide, with two custom columns. */
async function createTables(db: Kysely<Database>, { id, newId, date, number }: ColumnTypes): Promise<void> {
  const idColumn = `id ${id} primary key default ${newId}`
  const userIdColumn = `"userId" ${id} not null references "User" (id) on delete cascade`
  const tables = [
    `"User" (${idColumn}, name text, email text unique not null, "emailVerified" ${date}, image text, role text, phone text)`,
    `"Account" (${idColumn}, ${userIdColumn}, type text not null, provider text not null, "providerAccountId" text not null,
      refresh_token text, access_token text, expires_at ${number}, token_type text, scope text, id_token text,
      session_state text)`,
    `"Session" (${idColumn}, ${userIdColumn}, "sessionToken" text not null unique, expires ${date} not null)`,
    `"VerificationToken" (identifier text not null, token text not null unique, expires ${date} not null)`,
  ]
  for (const table of tables) await sql.raw(`create table ${table}`).execute(db)
}

async function empty(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('User').execute()
  await db.deleteFrom('VerificationToken').execute()
}
