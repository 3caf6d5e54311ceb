/**
 * One SQLite file, one connection of one driver, and in it the same person signed in for everybody: with the tables of
 * Latchkey, which `@auth/core` gets too through the same adapter, with those of `@auth/kysely-adapter`, and with those
 * of better-auth.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { SqlAdapter } from '../../dist/adapters/sql/index.js'
import { email } from './visitor.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const database = new Database(join(folder, 'app.db'))
database.exec('pragma journal_mode = wal')
database.exec('pragma foreign_keys = on')

export const kysely = new Kysely({ dialect: new SqliteDialect({ database }) })
export const latchkeyAdapter = SqlAdapter(database)
export const kyselyAdapter = KyselyAdapter(kysely)

export const sessionToken = '8f2c6d1e'.repeat(8)
const user = {
  name: 'Ada Lovelace',
  email,
  emailVerified: null,
  image: 'https://images.example/ada/0123456789abcdef.png',
}
const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000)

// As the guide of @auth/kysely-adapter has them.
database.exec(`
  create table "User" (id text primary key, name text, email text unique, "emailVerified" text, image text);
  create table "Account" (id text primary key, "userId" text not null references "User" (id) on delete cascade,
    type text not null, provider text not null, "providerAccountId" text not null, refresh_token text, access_token text,
    expires_at integer, token_type text, scope text, id_token text, session_state text);
  create index "Account_userId" on "Account" ("userId");
  create table "Session" (id text primary key, "userId" text not null references "User" (id) on delete cascade,
    "sessionToken" text not null unique, expires text not null);
  create index "Session_userId" on "Session" ("userId")`)
for (const adapter of [latchkeyAdapter, kyselyAdapter]) {
  const { id } = await adapter.createUser({ ...user, id: '0192a7c4-5b1e-7f3a-9c55-2f6d8e1b4a70' })
  await adapter.createSession({ sessionToken, userId: id, expires })
}
