import { inject } from 'vitest'
import { aDatabase, aPostgresDatabase, type Store } from '../databases/stores.js'
import type { Family, Place } from '../support/databases/start.js'

/** The kinds of servers that can be had. */
export type ServerKind = Family | 'redis'

declare module 'vitest' {
  interface ProvidedContext {
    redis: Place
  }
}

/** Where the server of this kind is, or why there is none. */
export function placeOf(kind: ServerKind): Place {
  return kind === 'redis' ? inject('redis') : inject('databases')[kind]
}

export function urlOf(kind: ServerKind): string {
  const { url, reason } = placeOf(kind)
  if (url === undefined) throw new Error(reason)
  return url
}

const made: Pick<Store, 'drop'>[] = []

/** The address of a new, empty database. */
export async function postgresDatabase(): Promise<string> {
  const database = await aPostgresDatabase(urlOf('postgres'))
  made.push(database)
  return database.url
}

/** The address of a new, empty database. */
export async function mariadbDatabase(collation: string): Promise<string> {
  const database = await aDatabase(urlOf('mysql'))
  made.push(database)
  await database.run(`alter database ${database.name} collate ${collation}`)
  return database.url
}

export async function dropDatabases(): Promise<void> {
  for (const database of made.splice(0)) await database.drop()
}
