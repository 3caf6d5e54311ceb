import { KyselyAdapter } from '@auth/kysely-adapter'
import { Kysely, SqliteDialect } from 'kysely'
import Libsql from 'libsql'

const database = new Libsql(process.env.DATABASE_FILE ?? 'app.db')
database.pragma('busy_timeout = 5000')
const db = new Kysely({ dialect: new SqliteDialect({ database }) })

/** The published adapter of Auth.js with the tables of its guide. */
export const adapter = KyselyAdapter(db)

const id = 'id text primary key default (lower(hex(randomblob(16))))'
const tables = [
  `"User" (${id}, name text, email text unique, "emailVerified" text, image text)`,
  `"Account" (${id}, "userId" text not null, type text not null, provider text not null,
    "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text,
    scope text, id_token text, session_state text)`,
  `"Session" (${id}, "userId" text not null, "sessionToken" text not null unique, expires text not null)`,
  `"VerificationToken" (identifier text not null, token text not null unique, expires text not null)`,
]
for (const table of tables) database.exec(`create table if not exists ${table}`)
