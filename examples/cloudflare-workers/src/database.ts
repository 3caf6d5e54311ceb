import { env } from 'cloudflare:workers'
import { SqlAdapter } from 'latchkey/adapters/sql'

/** Stores users and sessions in D1. The first query creates the tables. */
export const adapter = SqlAdapter(env.DB, { migrate: true })
