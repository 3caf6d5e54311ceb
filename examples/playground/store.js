import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Database from 'libsql'
import { NoteTable } from './notes.js'

/**
 * Opens the SQLite file. Latchkey creates its own tables. The table of notes belongs to the app.
 *
 * @param {string} folder
 */
export function openStore(folder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'playground.db')
  const adapter = SqlAdapter(pathToFileURL(file).href)
  const db = new Database(file, { timeout: 5000 })
  const close = () => {
    db.close()
    return adapter.close()
  }
  return { adapter, notes: new NoteTable(db), close }
}
