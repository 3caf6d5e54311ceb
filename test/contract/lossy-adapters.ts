import type { Adapter, AdapterSession } from 'latchkey/adapters'

type Break = (good: Required<Adapter>) => Adapter

const lower = <T>(record: T): T =>
  JSON.parse(JSON.stringify(record), (field, value) =>
    /^(sessionToken|providerAccountId|provider|credentialID)$/.test(field)
      ? String(value).toLowerCase()
      : value,
  )

const cut = (text: string) => text.replace(/[\0\p{Surrogate}\ufffd].*/u, '')

/** Whole seconds, wherever a date is given. */
function seconds<T>(value: T): T {
  return JSON.parse(JSON.stringify(value ?? null), (_, part) =>
    typeof part === 'string' && /^\d{4}-.*Z$/.test(part) ? new Date(part.replace(/\.\d+/, '')) : part,
  )
}

export const keepsSeconds: Break = good => {
  const methods = Object.entries(good).map(([name, method]) => [
    name,
    typeof method === 'function'
      ? async (...args: []) => seconds(await Reflect.apply(method, good, args))
      : true,
  ])
  return Object.fromEntries(methods)
}

/** Adapters that were written in a hurry: what each does not do is the business of a check. */
export const carelessAdapters: Record<string, Break> = {
  'keeps whole seconds, and does not say so': keepsSeconds,
  'keeps what belongs to nobody': good => ({
    async linkAccount(one) {
      if (await good.getUser(one.userId)) await good.linkAccount(one)
    },
    createSession: async one => ((await good.getUser(one.userId)) ? good.createSession(one) : one),
    createAuthenticator: async one =>
      (await good.getUser(one.userId)) ? good.createAuthenticator(one) : one,
  }),
  'writes over what has the same id': good => ({
    createUser: async user => ((await good.getUser(user.id)) ? good.updateUser(user) : good.createUser(user)),
    async createSession(session) {
      await good.deleteSession(session.sessionToken)
      return good.createSession(session)
    },
    createAuthenticator: async passkey =>
      (await good.getAuthenticator(passkey.credentialID)) ?? good.createAuthenticator(passkey),
  }),
  'takes no account of case': good => ({
    linkAccount: account => good.linkAccount(lower(account)),
    getUserByAccount: key => good.getUserByAccount(lower(key)),
    createSession: ({ sessionToken, ...session }) =>
      good.createSession({ ...session, sessionToken: sessionToken.toLowerCase() }),
    getSessionAndUser: token => good.getSessionAndUser(token.toLowerCase()),
    createAuthenticator: passkey => good.createAuthenticator(lower(passkey)),
    getAuthenticator: id => good.getAuthenticator(id.toLowerCase()),
  }),
  'cuts text where it is strange': good => ({
    linkAccount: account =>
      good.linkAccount({ ...account, providerAccountId: cut(account.providerAccountId) }),
    getUserByAccount: ({ provider, providerAccountId }) =>
      good.getUserByAccount({ provider, providerAccountId: cut(providerAccountId) }),
    createUser: user => good.createUser({ ...user, id: user.id && cut(user.id) }),
    getUser: id => good.getUser(cut(id)),
    createVerificationToken: token =>
      good.createVerificationToken({ ...token, identifier: cut(token.identifier) }),
    useVerificationToken: key => good.useVerificationToken({ ...key, identifier: cut(key.identifier) }),
  }),
  'wants plain names': good => ({
    async createUser(user) {
      if (/[^a-z ]/i.test(user.name ?? '')) throw new Error('A name has letters.')
      return good.createUser(user)
    },
  }),
  'wants known fields': good => ({
    async createUser(user) {
      if ('tags' in user) throw new Error('There is no column "tags".')
      return good.createUser(user)
    },
    async linkAccount(account) {
      if ('team' in account) throw new Error('There is no column "team".')
      await good.linkAccount(account)
    },
  }),
  'wants an address': good => ({
    async createUser(user) {
      if (!user.email) throw new Error('No address.')
      return good.createUser(user)
    },
    async createUserWithAccount(user, account) {
      if (!user.email) throw new Error('No address.')
      return good.createUserWithAccount(user, account)
    },
  }),
  'wants an id, a name and a proven address': good => ({
    async createUser(user) {
      if (!user.id || !user.name || !user.emailVerified) throw new Error('Something is missing.')
      return good.createUser(user)
    },
  }),
  'finds somebody for no address': good => {
    let first: string | undefined
    return {
      async createUser(user) {
        const created = await good.createUser(user)
        if (!user.email) first ??= created.id
        return created
      },
      getUserByEmail: async email => (email ? good.getUserByEmail(email) : good.getUser(first ?? '')),
    }
  },
  'chooses ids, and does not say so': good => ({
    createUser: user => good.createUser({ ...user, id: crypto.randomUUID() }),
  }),
  'invents what the provider did not give': good => ({
    linkAccount: account => good.linkAccount({ access_token: '', expires_at: 0, ...account }),
  }),
  'makes an account of a mere update': good => ({
    updateAccount: async account => {
      const updated = await good.updateAccount(account)
      const { id } = updated ? { id: '' } : await good.createUser({ id: crypto.randomUUID() } as never)
      if (!updated) await good.linkAccount({ ...account, userId: id, type: 'oauth' })
      return updated
    },
  }),
  'never lets go of an account': () => ({ unlinkAccount: async () => {} }),
  'keeps one account for each user': good => {
    const owners = new Map<string, string>()
    return {
      async linkAccount(account) {
        if (owners.has(account.userId)) throw new Error('One account will do.')
        owners.set(account.userId, account.provider)
        await good.linkAccount(account)
      },
    }
  },
  'keeps one session for each user': good => ({
    async createSession(session) {
      await good.deleteSessionsByUserId(session.userId)
      return good.createSession(session)
    },
  }),
  'writes the session state as text, and reads it as JSON': good => ({
    linkAccount: account => good.linkAccount({ ...account, session_state: `text: ${account.session_state}` }),
  }),
  'gives more than a session and its user': good => ({
    async getSessionAndUser(token) {
      const found = await good.getSessionAndUser(token)
      return found && { ...found, id: 1 }
    },
  }),
  'finds a session for every token': good => {
    let last: AdapterSession | undefined
    return {
      async createSession(session) {
        last = session
        return good.createSession(session)
      },
      getSessionAndUser: token => good.getSessionAndUser(token || (last?.sessionToken ?? '')),
    }
  },
  'forgets when a session began': good => ({
    createSession: ({ startedAt: _, ...session }) => good.createSession(session),
  }),
  'never shortens a session': good => ({
    async updateSession(session) {
      const found = await good.getSessionAndUser(session.sessionToken)
      const isLater = !found || !session.expires || session.expires >= found.session.expires
      return isLater ? good.updateSession(session) : found.session
    },
  }),
  'hands its own sessions out': good => {
    const kept = new Map<string, Awaited<ReturnType<Required<Adapter>['getSessionAndUser']>>>()
    return {
      async getSessionAndUser(token) {
        if (!kept.has(token)) kept.set(token, await good.getSessionAndUser(token))
        return kept.get(token) ?? null
      },
    }
  },
  'lists what belongs to everybody': good => {
    const tokens: string[] = []
    const ids: string[] = []
    return {
      async createSession(session) {
        tokens.push(session.sessionToken)
        return good.createSession(session)
      },
      async listSessionsByUserId() {
        const found = await Promise.all(tokens.map(async token => good.getSessionAndUser(token)))
        return found.flatMap(one => (one ? [one.session] : []))
      },
      async createAuthenticator(passkey) {
        ids.push(passkey.credentialID)
        return good.createAuthenticator(passkey)
      },
      async listAuthenticatorsByUserId() {
        const found = await Promise.all(ids.map(async id => good.getAuthenticator(id)))
        return found.flatMap(one => (one ? [one] : []))
      },
    }
  },
  'counts nothing': good => ({
    async deleteExpired(before) {
      await good.deleteExpired(before)
      return { sessions: 0, verificationTokens: 0 }
    },
    async deleteSessionsByUserId(userId, options) {
      await good.deleteSessionsByUserId(userId, options)
      return 0
    },
    updateAuthenticatorCounter: async id =>
      (await good.getAuthenticator(id)) ?? good.updateAuthenticatorCounter(id, 0),
  }),
  'takes every challenge': () => ({ useChallenge: async () => true }),
  'takes a challenge of another provider for this one': good => ({
    useChallenge: challenge => good.useChallenge({ ...challenge, identifier: 'all' }),
  }),
  'wants transports, and finds a passkey for every id': good => ({
    async createAuthenticator(passkey) {
      if (!passkey.transports) throw new Error('No transports.')
      return good.createAuthenticator(passkey)
    },
    getAuthenticator: async id => (await good.getAuthenticator(id)) ?? ({ credentialID: id } as never),
  }),
  'forgets the counter of a passkey': good => ({
    createAuthenticator: passkey => good.createAuthenticator({ ...passkey, counter: 0 }),
  }),
  'finds nobody by address': () => ({ getUserByEmail: async () => null }),
  'finds nobody by account': () => ({ getUserByAccount: async () => null }),
  'has no sign-in by mail': () => ({ useVerificationToken: undefined as never }),
  'has no way to leave': () => ({ unlinkAccount: undefined as never }),
  'has no sessions': () => ({ deleteSession: undefined as never }),
}
