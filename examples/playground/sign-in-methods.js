/** The sign-in methods of a user, from Latchkey's tables and the password table. */
export class SignInMethods {
  #db
  #passwords

  /**
   * @param {import('libsql').Database} db
   * @param {import('./passwords.js').PasswordTable} passwords
   */
  constructor(db, passwords) {
    this.#db = db
    this.#passwords = passwords
  }

  /**
   * Returns all sign-in methods except passkeys. Email is one if the user's email is verified.
   *
   * @param {string} userId
   * @returns {{ provider: string, type: string, id: string | null }[]}
   */
  list(userId) {
    const accounts = this.#all(
      `SELECT provider, type, providerAccountId AS id FROM accounts WHERE userId = ? AND type <> 'webauthn'`,
      userId,
    )
    const emails = this.#all(
      `SELECT 'email' AS provider, 'email' AS type, email AS id FROM users WHERE id = ? AND emailVerified IS NOT NULL`,
      userId,
    )
    const password = { provider: 'password', type: 'credentials', id: null }
    return [...accounts, ...emails, ...(this.#passwords.has(userId) ? [password] : [])]
  }

  /**
   * @param {string} userId
   * @returns {{ id: string, deviceType: string, backedUp: 0 | 1 }[]}
   */
  listPasskeys(userId) {
    return this.#all(
      `SELECT credentialID AS id, credentialDeviceType AS deviceType, credentialBackedUp AS backedUp
       FROM authenticators WHERE userId = ?`,
      userId,
    )
  }

  /**
   * Removes a passkey of this user, unless it is their last sign-in method.
   *
   * @param {string} userId
   * @param {string} credentialId
   */
  removePasskey(userId, credentialId) {
    const key = { userId, credentialId }
    const remove = this.#db.transaction(() => {
      if (this.list(userId).length + this.listPasskeys(userId).length < 2) return
      this.#run(
        `DELETE FROM accounts WHERE type = 'webauthn' AND userId = @userId AND providerAccountId IN
         (SELECT providerAccountId FROM authenticators WHERE credentialID = @credentialId)`,
        key,
      )
      this.#run('DELETE FROM authenticators WHERE userId = @userId AND credentialID = @credentialId', key)
    })
    remove.immediate()
  }

  #all(sql, value) {
    return this.#db.prepare(sql).all(value)
  }

  #run(sql, values) {
    this.#db.prepare(sql).run(values)
  }
}
