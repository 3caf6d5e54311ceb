/** The sign-in methods of a user, from Latchkey's adapter and the password table. */
export class SignInMethods {
  #adapter
  #passwords
  /** Removals run one after another, so that two requests cannot remove the last two methods. */
  #pendingRemoval = Promise.resolve()

  /**
   * @param {import('latchkey/adapters/sql').SqlAdapter} adapter
   * @param {import('./passwords.js').PasswordTable} passwords
   */
  constructor(adapter, passwords) {
    this.#adapter = adapter
    this.#passwords = passwords
  }

  /**
   * Returns all sign-in methods except passkeys. Email is one if the user's email is verified.
   *
   * @param {string} userId
   * @returns {Promise<{ provider: string, type: string, id: string | null }[]>}
   */
  async list(userId) {
    const user = await this.#adapter.getUser(userId)
    const accounts = (await this.#adapter.listAccountsByUserId(userId))
      .filter(({ type }) => type !== 'webauthn')
      .map(({ provider, type, providerAccountId: id }) => ({ provider, type, id }))
    const emails = user?.emailVerified ? [{ provider: 'email', type: 'email', id: user.email }] : []
    const password = { provider: 'password', type: 'credentials', id: null }
    return [...accounts, ...emails, ...(this.#passwords.has(userId) ? [password] : [])]
  }

  /**
   * @param {string} userId
   * @returns {Promise<{ id: string, deviceType: string, backedUp: boolean }[]>}
   */
  async listPasskeys(userId) {
    const passkeys = await this.#adapter.listAuthenticatorsByUserId(userId)
    return passkeys.map(({ credentialID, credentialDeviceType, credentialBackedUp }) => ({
      id: credentialID,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    }))
  }

  /**
   * Removes a passkey of this user, unless it is their last sign-in method.
   *
   * @param {string} userId
   * @param {string} credentialId
   * @returns {Promise<void>}
   */
  removePasskey(userId, credentialId) {
    const removal = this.#pendingRemoval.then(() => this.#removePasskey(userId, credentialId))
    this.#pendingRemoval = removal.catch(() => {})
    return removal
  }

  async #removePasskey(userId, credentialId) {
    const [methods, passkeys] = [await this.list(userId), await this.listPasskeys(userId)]
    const isOwn = passkeys.some(({ id }) => id === credentialId)
    if (!isOwn || methods.length + passkeys.length < 2) return
    const removed = await this.#adapter.deleteAuthenticator(credentialId)
    const accounts = await this.#adapter.listAccountsByUserId(userId)
    const account = accounts.find(
      ({ type, providerAccountId }) =>
        type === 'webauthn' && providerAccountId === removed?.providerAccountId,
    )
    if (account) await this.#adapter.unlinkAccount(account)
  }
}
