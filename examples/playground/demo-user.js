/** The hash of `latchkey-demo`. */
const passwordHash =
  '$scrypt$ln=15,r=8,p=3$2oENuKPgbNro6ptdwcqC5Q$yRtkhjyNBjmxaHYWK4Y4qPBd6fpF+4gMna2ohD9XrJU'

/**
 * Creates Ada with two notes, as an app that brings its users along: `importHash` stores the password hash that Ada had before.
 *
 * @param {import('latchkey/adapters').Adapter} adapter
 * @param {import('./notes.js').NoteTable} notes
 * @param {(userId: string, hash: string) => Promise<unknown>} importHash
 */
export async function createDemoUser(adapter, notes, importHash) {
  const email = 'ada@example.com'
  const existing = await adapter.getUserByEmail(email)
  // A password that Ada has stays.
  if (existing) return void (await importHash(existing.id, passwordHash))
  const user = { id: crypto.randomUUID(), name: 'Ada Lovelace', email, emailVerified: new Date() }
  const { id } = await adapter.createUser(user)
  await importHash(id, passwordHash)
  notes.add(id, 'Ask Charles when the engine can be seen.')
  notes.add(id, 'Bernoulli numbers: check the table in note G again, line by line.')
}
