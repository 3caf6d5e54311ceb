import { SqlAdapter } from 'latchkey/adapters/sql'

/** Stores users and sessions in SQLite. The first query creates the tables. In production, use a database that all instances reach. */
export const adapter = SqlAdapter(process.env.DATABASE_URL ?? 'file:./app.db')
