import { inject } from 'vitest'
import {
  createDatabase,
  createEmptyPostgresDatabase,
  type TestDatabase,
} from '../databases/test-databases.js'
import type { Family, ServerStatus } from '../support/databases/global-setup.js'

/** The kinds of servers that can be had. */
export type ServerKind = Family | 'redis'

declare module 'vitest' {
  interface ProvidedContext {
    redis: ServerStatus
  }
}

/** Where the server of this kind is, or why there is none. */
export function getServer(kind: ServerKind): ServerStatus {
  return kind === 'redis' ? inject('redis') : inject('databases')[kind]
}

export function getServerUrl(kind: ServerKind): string {
  const { url, reason } = getServer(kind)
  if (url === undefined) throw new Error(reason)
  return url
}

const made: Pick<TestDatabase, 'drop'>[] = []

/** The address of a new, empty database. */
export async function createPostgresDatabase(): Promise<string> {
  const database = await createEmptyPostgresDatabase(getServerUrl('postgres'))
  made.push(database)
  return database.url
}

/** The address of a new, empty database. */
export async function createMariadbDatabase(collation: string): Promise<string> {
  const database = await createDatabase(getServerUrl('mysql'))
  made.push(database)
  await database.run(`alter database ${database.name} collate ${collation}`)
  return database.url
}

export async function dropDatabases(): Promise<void> {
  for (const database of made.splice(0)) await database.drop()
}
