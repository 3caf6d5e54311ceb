/** How somebody can sign in: what Latchkey's tables say of them, and a password. */
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
   * All but the passkeys. Mail is one for those who have proven that an address is theirs.
   *
   * @param {string} userId
   * @returns {{ provider: string, type: string, id: string | null }[]}
   */
  list(userId) {
    const accounts = this.#all(
      `SELECT provider, type, providerAccountId AS id FROM accounts WHERE userId = ? AND type <> 'webauthn'`,
      userId,
    )
    const addresses = this.#all(
      `SELECT 'mail' AS provider, 'email' AS type, email AS id FROM users WHERE id = ? AND emailVerified IS NOT NULL`,
      userId,
    )
    const password = { provider: 'password', type: 'credentials', id: null }
    return [...accounts, ...addresses, ...(this.#passwords.has(userId) ? [password] : [])]
  }

  /**
   * @param {string} userId
   * @returns {{ id: string, deviceType: string, backedUp: 0 | 1 }[]}
   */
  passkeys(userId) {
    return this.#all(
      `SELECT credentialID AS id, credentialDeviceType AS deviceType, credentialBackedUp AS backedUp
       FROM authenticators WHERE userId = ?`,
      userId,
    )
  }

  /**
   * Removes a passkey of this user, unless it is their last way in.
   *
   * @param {string} userId
   * @param {string} credentialId
   */
  removePasskey(userId, credentialId) {
    const key = { userId, credentialId }
    const remove = this.#db.transaction(() => {
      if (this.list(userId).length + this.passkeys(userId).length < 2) return
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
