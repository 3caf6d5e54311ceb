import { rm } from 'node:fs/promises'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Database from 'libsql'
import { newFolder } from '../folder.js'
import { type OpenStore, ownUserColumns, type Trial } from '../store.js'

export const trials: Trial[] = [
  { adapter: 'SqlAdapter', store: 'SQLite (libsql)', traits: { ownUserColumns }, open: openLibsql },
]

async function openLibsql(): Promise<OpenStore> {
  const folder = await newFolder('sql')
  const file = `${folder}/app.db`
  await using first = SqlAdapter(`file:${file}`)
  await first.getUser('')
  const database = new Database(file)
  for (const column of ownUserColumns) database.exec(`alter table users add column ${column} text`)

  const adapter = SqlAdapter(`file:${file}`)
  return {
    adapter,
    empty: async () => database.exec('delete from users; delete from verification_tokens'),
    async close() {
      database.close()
      await adapter.close()
      await rm(folder, { recursive: true })
    },
  }
}
