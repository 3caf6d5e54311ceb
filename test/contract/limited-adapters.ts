import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterSession } from 'latchkey/adapters'

/** Simulates tables without foreign keys: deleting a user keeps its other records. */
export function withoutCascade(good: Required<Adapter>): Adapter {
  const accounts = new Map<string, AdapterAccount>()
  const passkeys = new Map<string, AdapterAuthenticator>()
  const getAccountKey = (id: string, provider: string) => JSON.stringify([provider, id])
  return {
    async linkAccount(account) {
      await good.linkAccount(account)
      accounts.set(getAccountKey(account.providerAccountId, account.provider), account)
    },
    async unlinkAccount(key) {
      accounts.delete(getAccountKey(key.providerAccountId, key.provider))
      await good.unlinkAccount(key)
    },
    getAccount: async (id, provider) =>
      (await good.getAccount(id, provider)) ??
      structuredClone(accounts.get(getAccountKey(id, provider)) ?? null),
    async deleteUser(id) {
      for (const passkey of await good.listAuthenticatorsByUserId(id))
        passkeys.set(passkey.credentialID, passkey)
      const records = await good.records.listRecords({ kind: 'note', userId: id })
      await good.deleteUser(id)
      for (const record of records) await good.records.putRecord(record)
    },
    getAuthenticator: async id => (await good.getAuthenticator(id)) ?? passkeys.get(id) ?? null,
  }
}

/** Simulates tables without foreign keys: records of users that do not exist are accepted. */
export function acceptOrphans(good: Required<Adapter>): Adapter {
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

/** Simulates a store that drops expired records by itself. */
export function dropExpired(good: Required<Adapter>): Adapter {
  const isExpired = ({ expires }: { expires: Date }) => expires.getTime() <= Date.now()
  const filterActive = (sessions: readonly AdapterSession[]) =>
    sessions.filter(session => !isExpired(session))
  return {
    async getSessionAndUser(token) {
      const found = await good.getSessionAndUser(token)
      return found && !isExpired(found.session) ? found : null
    },
    listSessionsByUserId: async id => filterActive(await good.listSessionsByUserId(id)),
    async useVerificationToken(key) {
      const used = await good.useVerificationToken(key)
      return used && !isExpired(used) ? used : null
    },
    deleteExpired: async () => ({ sessions: 0, verificationTokens: 0 }),
    records: { ...good.records, deleteExpiredRecords: async () => 0 },
  }
}
