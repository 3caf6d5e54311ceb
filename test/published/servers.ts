import { inject } from 'vitest'
import {
  createDatabase,
  createEmptyPostgresDatabase,
  type TestDatabase,
} from '../databases/test-databases.js'
import type { Family, ServerStatus } from '../support/databases/global-setup.js'

/** The kinds of servers. */
export type ServerKind = Family | 'redis'

declare module 'vitest' {
  interface ProvidedContext {
    redis: ServerStatus
  }
}

/** Returns the URL of the server of this kind, or the reason why it is missing. */
export function getServer(kind: ServerKind): ServerStatus {
  return kind === 'redis' ? inject('redis') : inject('databases')[kind]
}

export function getServerUrl(kind: ServerKind): string {
  const { url, reason } = getServer(kind)
  if (url === undefined) throw new Error(reason)
  return url
}

const created: Pick<TestDatabase, 'drop'>[] = []

/** Creates an empty database and returns its URL. */
export async function createPostgresDatabase(): Promise<string> {
  const database = await createEmptyPostgresDatabase(getServerUrl('postgres'))
  created.push(database)
  return database.url
}

/** Creates an empty database and returns its URL. */
export async function createMariadbDatabase(collation: string): Promise<string> {
  const database = await createDatabase(getServerUrl('mysql'))
  created.push(database)
  await database.run(`alter database ${database.name} collate ${collation}`)
  return database.url
}

export async function dropDatabases(): Promise<void> {
  for (const database of created.splice(0)) await database.drop()
}
