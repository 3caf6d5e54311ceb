import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'
import Database from 'libsql'

const database = new Database(process.env['DATABASE_FILE'] ?? 'app.db')
export const adapter = SqlAdapter(database)

/** Run this once, after `adapter.migrate()`. */
export function addColumns(): void {
  database.exec(`alter table users add column plan text not null default 'free'`)
}

export const config = {
  adapter,
  providers: [GitHub],
  callbacks: {
    session({ session, user }) {
      const { id, name, plan } = user as typeof user & { plan: string }
      return { expires: session.expires, user: { id, name, plan } }
    },
  },
} satisfies AuthConfig
