/** The sign-in methods of a user, from Latchkey's adapter and what its plugins export about the user. */
export class SignInMethods {
  #adapter
  #auth
  #head
  /** Removals run one after another, so that two requests cannot remove the last two methods. */
  #pendingRemoval = Promise.resolve()

  /**
   * @param {import('latchkey/adapters/sql').SqlAdapter} adapter
   * @param {import('latchkey/server').AuthInstance} auth
   * @param {import('latchkey/server').RequestHead} head Any request of the app.
   */
  constructor(adapter, auth, head) {
    this.#adapter = adapter
    this.#auth = auth
    this.#head = head
  }

  /**
   * Returns all sign-in methods except passkeys. Email is one if the user's email is verified.
   *
   * @param {string} userId
   * @returns {Promise<{ accounts: string[], email: string | null, hasPassword: boolean }>} Accounts by the id of the provider.
   */
  async list(userId) {
    const { user, plugins } = await this.#auth.users.exportData(this.#head, userId)
    const accounts = await this.#adapter.listAccountsByUserId(userId)
    return {
      accounts: accounts.filter(({ type }) => type !== 'webauthn').map(({ provider }) => provider),
      email: user?.emailVerified ? user.email : null,
      hasPassword: plugins.passwords.hasPassword,
    }
  }

  /**
   * Returns whether the user can sign in without one of their passkeys.
   *
   * @param {Awaited<ReturnType<SignInMethods['list']>>} methods
   * @param {readonly unknown[]} passkeys
   */
  canRemovePasskey({ accounts, email, hasPassword }, passkeys) {
    return hasPassword || email !== null || accounts.length + passkeys.length > 1
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
    if (!isOwn || !this.canRemovePasskey(methods, passkeys)) return
    const removed = await this.#adapter.deleteAuthenticator(credentialId)
    const accounts = await this.#adapter.listAccountsByUserId(userId)
    const account = accounts.find(
      ({ type, providerAccountId }) =>
        type === 'webauthn' && providerAccountId === removed?.providerAccountId,
    )
    if (account) await this.#adapter.unlinkAccount(account)
  }
}
