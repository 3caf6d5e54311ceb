import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Database from 'libsql'
import { PasswordTable } from './passwords.js'
import { SignInMethods } from './sign-in-methods.js'

/**
 * One SQLite file. Latchkey makes its tables by itself; the passwords are the app's own.
 *
 * @param {string} folder
 */
export async function openStore(folder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'playground.db')
  const adapter = SqlAdapter(pathToFileURL(file).href)
  const db = new Database(file, { timeout: 5000 })
  const passwords = new PasswordTable(db)
  await prepareAda(adapter, passwords)

  const close = () => {
    db.close()
    return adapter.close()
  }
  return { adapter, passwords, waysIn: new SignInMethods(db, passwords), close }
}

/** Whoever signs in with a password must be in the store before. */
async function prepareAda(adapter, passwords) {
  const email = 'ada@example.com'
  const ada =
    (await adapter.getUserByEmail(email)) ??
    (await adapter.createUser({ id: crypto.randomUUID(), name: 'Ada Lovelace', email, emailVerified: null }))
  if (!passwords.has(ada.id)) await passwords.set(ada.id, 'latchkey-demo')
}
