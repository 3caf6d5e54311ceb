import type { AuthConfig, Session } from 'latchkey'
import { createAuth, toRequestHead } from 'latchkey/server'
import { origin } from './app.js'
import type { Visitor } from './visitor.js'

/** Reads the session of a visitor as server code of the app does, without extending it. */
export async function readServerSession(config: AuthConfig, { jar }: Visitor): Promise<Session | null> {
  const headers = { cookie: jar.header(`${origin}/page`) }
  return createAuth(config).getSession(toRequestHead(new Request(`${origin}/page`, { headers })))
}
