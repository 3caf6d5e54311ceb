import type { CommandContext } from './command-context.js'
import { UsageError } from './command-definition.js'

/**
 * Returns the URL of the database: the argument, else DATABASE_URL.
 *
 * @throws UsageError if neither is set
 */
export function requireConnection(argument: string | undefined, { env }: CommandContext): string {
  const connection = argument || env.DATABASE_URL
  if (connection) return connection
  const fault = env.DATABASE_URL === undefined ? 'DATABASE_URL is not set' : 'DATABASE_URL is empty'
  throw new UsageError(
    `${fault}, and no connection was passed. Set DATABASE_URL in the environment, .env.local or .env, or pass the URL of the database, ` +
      'such as file:app.db or postgres://user:password@localhost:5432/app.',
  )
}
