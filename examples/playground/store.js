import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Database from 'libsql'
import { PasswordTable } from './passwords.js'
import { SignInMethods } from './sign-in-methods.js'

/**
 * Opens the SQLite file. Latchkey creates its own tables. The table of passwords belongs to the app.
 *
 * @param {string} folder
 */
export async function openStore(folder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'playground.db')
  const adapter = SqlAdapter(pathToFileURL(file).href)
  const db = new Database(file, { timeout: 5000 })
  const passwords = new PasswordTable(db)
  await createDemoUser(adapter, passwords)

  const close = () => {
    db.close()
    return adapter.close()
  }
  return { adapter, passwords, signInMethods: new SignInMethods(adapter, passwords), close }
}

/** Creates the demo user, because credentials sign-in does not create users. */
async function createDemoUser(adapter, passwords) {
  const email = 'ada@example.com'
  const ada =
    (await adapter.getUserByEmail(email)) ??
    (await adapter.createUser({ id: crypto.randomUUID(), name: 'Ada Lovelace', email, emailVerified: null }))
  if (!passwords.has(ada.id)) await passwords.set(ada.id, 'latchkey-demo')
}
