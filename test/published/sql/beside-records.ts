import { copyFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SqlAdapter } from 'latchkey/adapters/sql'
import type { TestStore, TestStoreKind } from '../../support/test-store.js'
import { createFolder } from '../temp-folder.js'
import { createTables } from './drizzle/create-tables.js'
import * as tables from './drizzle/sqlite-tables.js'

/** Users whose id has no default: the adapter then stores the id that it receives. */
const usersTable = sqliteTable('user', {
  id: text('id').primaryKey(),
  name: text('name'),
  email: text('email').unique(),
  emailVerified: integer('emailVerified', { mode: 'timestamp_ms' }),
  image: text('image'),
})

/** Creates empty databases of the adapter of Drizzle, with records in databases of their own. It cannot list sessions. */
export async function openStores(): Promise<TestStoreKind & { close(): Promise<void> }> {
  const folder = await createFolder('beside-records')
  const clients: Client[] = []
  const sqlAdapters: SqlAdapter[] = []
  let fileCount = 0

  function openClient(file: string): Client {
    const client = createClient({ url: `file:${file}` })
    clients.push(client)
    return client
  }

  function openRecords(file: string): SqlAdapter {
    const adapter = SqlAdapter(`file:${file}`)
    sqlAdapters.push(adapter)
    return adapter
  }

  /** Copies a database with tables, because creating tables takes longer. */
  function copyTemplate(template: string): string {
    const file = `${folder}/${fileCount++}.db`
    copyFileSync(template, file)
    return file
  }

  const [users, records] = [`${folder}/users.db`, `${folder}/records.db`]
  await openClient(users).executeMultiple(createTables({ ...tables, usersTable }).join(';'))
  await openRecords(records).migrate()
  await closeAll()

  async function closeAll() {
    for (const client of clients.splice(0)) client.close()
    for (const adapter of sqlAdapters.splice(0)) await adapter.close()
  }

  return {
    name: '@auth/drizzle-adapter, with records in SQLite',
    isBesideRecords: true,
    create() {
      const published = DrizzleAdapter(drizzle(openClient(copyTemplate(users))), { ...tables, usersTable })
      return { ...(published as TestStore), records: openRecords(copyTemplate(records)).records }
    },
    async close() {
      await closeAll()
      await rm(folder, { recursive: true })
    },
  }
}
