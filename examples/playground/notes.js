/** The number of characters of a note. */
export const maxNoteLength = 1000

/**
 * @typedef {object} Note
 * @property {string} id
 * @property {string} text
 * @property {string} created An ISO 8601 date.
 */

/** Stores the notes of all users in a table next to Latchkey's. Each function reaches the notes of one user only. */
export class NoteTable {
  #db

  /** @param {import('libsql').Database} db */
  constructor(db) {
    this.#db = db
    this.#db.exec(`CREATE TABLE IF NOT EXISTS notes
      (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, text TEXT NOT NULL, created TEXT NOT NULL)`)
  }

  /**
   * Returns the notes of a user, newest first.
   *
   * @param {string} userId
   * @returns {Note[]}
   */
  list(userId) {
    return this.#db
      .prepare('SELECT id, text, created FROM notes WHERE user_id = ? ORDER BY rowid DESC')
      .all(userId)
  }

  /**
   * Adds a note, unless it is blank. A longer text is cut.
   *
   * @param {string} userId
   * @param {string} text
   */
  add(userId, text) {
    // A form sends each line break as two characters, and `maxlength` counts one.
    const kept = text.replaceAll('\r\n', '\n').trim().slice(0, maxNoteLength)
    if (kept === '') return
    const values = [crypto.randomUUID(), userId, kept, new Date().toISOString()]
    this.#db.prepare('INSERT INTO notes VALUES (?, ?, ?, ?)').run(...values)
  }

  /**
   * @param {string} userId
   * @param {string} id
   */
  delete(userId, id) {
    this.#db.prepare('DELETE FROM notes WHERE user_id = ? AND id = ?').run(userId, id)
  }
}
