/**
 * One SQLite file with the same signed-in user for all candidates: in the tables of Latchkey, which `@auth/core` uses too through
 * the same adapter, in those of `@auth/kysely-adapter`, and in those of better-auth.
 *
 * @module
 */
import { join } from 'node:path'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { SqlAdapter } from '../../dist/adapters/sql/index.js'
import { email } from './request-fixture.js'

export const sessionToken = '8f2c6d1e'.repeat(8)
const user = {
  id: '0192a7c4-5b1e-7f3a-9c55-2f6d8e1b4a70',
  name: 'Ada Lovelace',
  email,
  emailVerified: null,
  image: 'https://images.example/ada/0123456789abcdef.png',
}

/** Opens the file. The first caller fills the tables. */
export async function createDatabase() {
  const database = new Database(join(process.env.BENCH_FOLDER, 'app.db'))
  database.exec('pragma journal_mode = wal')
  database.exec('pragma foreign_keys = on')
  const kysely = new Kysely({ dialect: new SqliteDialect({ database }) })
  const adapters = { adapter: SqlAdapter(database), kyselyAdapter: KyselyAdapter(kysely) }
  if (!(await adapters.adapter.getSessionAndUser(sessionToken))) await fillTables(database, adapters)
  return { kysely, ...adapters }
}

async function fillTables(database, adapters) {
  // Tables of the guide of @auth/kysely-adapter.
  database.exec(`
    create table "User" (id text primary key, name text, email text unique, "emailVerified" text, image text);
    create table "Account" (id text primary key, "userId" text not null references "User" (id) on delete cascade,
      type text not null, provider text not null, "providerAccountId" text not null, refresh_token text, access_token text,
      expires_at integer, token_type text, scope text, id_token text, session_state text);
    create index "Account_userId" on "Account" ("userId");
    create table "Session" (id text primary key, "userId" text not null references "User" (id) on delete cascade,
      "sessionToken" text not null unique, expires text not null);
    create index "Session_userId" on "Session" ("userId")`)
  const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000)
  for (const adapter of Object.values(adapters)) {
    const { id } = await adapter.createUser(user)
    await adapter.createSession({ sessionToken, userId: id, expires })
  }
}
