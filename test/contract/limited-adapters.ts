import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterSession } from 'latchkey/adapters'

/** As tables without foreign keys: whoever is deleted leaves everything behind. */
export function leavesEverything(good: Required<Adapter>): Adapter {
  const accounts = new Map<string, AdapterAccount>()
  const passkeys = new Map<string, AdapterAuthenticator>()
  const nameOf = (id: string, provider: string) => JSON.stringify([provider, id])
  return {
    async linkAccount(account) {
      await good.linkAccount(account)
      accounts.set(nameOf(account.providerAccountId, account.provider), account)
    },
    async unlinkAccount(key) {
      accounts.delete(nameOf(key.providerAccountId, key.provider))
      await good.unlinkAccount(key)
    },
    getAccount: async (id, provider) =>
      (await good.getAccount(id, provider)) ?? structuredClone(accounts.get(nameOf(id, provider)) ?? null),
    async deleteUser(id) {
      for (const passkey of await good.listAuthenticatorsByUserId(id))
        passkeys.set(passkey.credentialID, passkey)
      await good.deleteUser(id)
    },
    getAuthenticator: async id => (await good.getAuthenticator(id)) ?? passkeys.get(id) ?? null,
  }
}

/** As tables without foreign keys: what belongs to nobody is written, too. */
export function takesOrphans(good: Required<Adapter>): Adapter {
  const isOrphan = async ({ userId }: { userId: string }) => (await good.getUser(userId)) === null
  return {
    async linkAccount(account) {
      if (!(await isOrphan(account))) await good.linkAccount(account)
    },
    createSession: async session => ((await isOrphan(session)) ? session : good.createSession(session)),
    createAuthenticator: async passkey =>
      (await isOrphan(passkey)) ? passkey : good.createAuthenticator(passkey),
  }
}

/** As a store whose records end by themselves. */
export function dropsWhatExpires(good: Required<Adapter>): Adapter {
  const isOver = ({ expires }: { expires: Date }) => expires.getTime() <= Date.now()
  const living = (sessions: readonly AdapterSession[]) => sessions.filter(session => !isOver(session))
  return {
    async getSessionAndUser(token) {
      const found = await good.getSessionAndUser(token)
      return found && !isOver(found.session) ? found : null
    },
    listSessionsByUserId: async id => living(await good.listSessionsByUserId(id)),
    async useVerificationToken(key) {
      const used = await good.useVerificationToken(key)
      return used && !isOver(used) ? used : null
    },
    deleteExpired: async () => ({ sessions: 0, verificationTokens: 0 }),
  }
}
