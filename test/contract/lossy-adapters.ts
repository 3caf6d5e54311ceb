import type { Adapter, AdapterSession } from 'latchkey/adapters'

type BreakAdapter = (good: Required<Adapter>) => Adapter

const toLowerCaseKeys = <T>(record: T): T =>
  JSON.parse(JSON.stringify(record), (field, value) =>
    /^(sessionToken|providerAccountId|provider|credentialID)$/.test(field)
      ? String(value).toLowerCase()
      : value,
  )

const truncateAtNonText = (text: string) => text.replace(/[\0\p{Surrogate}\ufffd].*/u, '')

/** Truncates all dates to whole seconds. */
function truncateToSeconds<T>(value: T): T {
  return JSON.parse(JSON.stringify(value ?? null), (_, part) =>
    typeof part === 'string' && /^\d{4}-.*Z$/.test(part) ? new Date(part.replace(/\.\d+/, '')) : part,
  )
}

export const truncateDates: BreakAdapter = good => {
  const methods = Object.entries(good).map(([name, method]) => [
    name,
    typeof method === 'function'
      ? async (...args: []) => truncateToSeconds(await Reflect.apply(method, good, args))
      : true,
  ])
  return { ...Object.fromEntries(methods), records: good.records }
}

/** Incomplete adapters. At least one check must fail for each of them. */
export const lossyAdapters: Record<string, BreakAdapter> = {
  'stores dates in whole seconds without declaring it': truncateDates,
  'ignores records of users that do not exist': good => ({
    async linkAccount(one) {
      if (await good.getUser(one.userId)) await good.linkAccount(one)
    },
    createSession: async one => ((await good.getUser(one.userId)) ? good.createSession(one) : one),
    createAuthenticator: async one =>
      (await good.getUser(one.userId)) ? good.createAuthenticator(one) : one,
  }),
  'overwrites records with the same id': good => ({
    createUser: async user => ((await good.getUser(user.id)) ? good.updateUser(user) : good.createUser(user)),
    async createSession(session) {
      await good.deleteSession(session.sessionToken)
      return good.createSession(session)
    },
    createAuthenticator: async passkey =>
      (await good.getAuthenticator(passkey.credentialID)) ?? good.createAuthenticator(passkey),
  }),
  'compares keys without case': good => ({
    linkAccount: account => good.linkAccount(toLowerCaseKeys(account)),
    getUserByAccount: key => good.getUserByAccount(toLowerCaseKeys(key)),
    createSession: ({ sessionToken, ...session }) =>
      good.createSession({ ...session, sessionToken: sessionToken.toLowerCase() }),
    getSessionAndUser: token => good.getSessionAndUser(token.toLowerCase()),
    createAuthenticator: passkey => good.createAuthenticator(toLowerCaseKeys(passkey)),
    getAuthenticator: id => good.getAuthenticator(id.toLowerCase()),
  }),
  'truncates text at unsafe characters': good => ({
    linkAccount: account =>
      good.linkAccount({ ...account, providerAccountId: truncateAtNonText(account.providerAccountId) }),
    getUserByAccount: ({ provider, providerAccountId }) =>
      good.getUserByAccount({ provider, providerAccountId: truncateAtNonText(providerAccountId) }),
    createUser: user => good.createUser({ ...user, id: user.id && truncateAtNonText(user.id) }),
    getUser: id => good.getUser(truncateAtNonText(id)),
    createVerificationToken: token =>
      good.createVerificationToken({ ...token, identifier: truncateAtNonText(token.identifier) }),
    useVerificationToken: key =>
      good.useVerificationToken({ ...key, identifier: truncateAtNonText(key.identifier) }),
  }),
  'accepts only letters in names': good => ({
    async createUser(user) {
      if (/[^a-z ]/i.test(user.name ?? '')) throw new Error('Only letters are allowed in a name.')
      return good.createUser(user)
    },
  }),
  'rejects unknown fields': good => ({
    async createUser(user) {
      if ('tags' in user) throw new Error('There is no column "tags".')
      return good.createUser(user)
    },
    async linkAccount(account) {
      if ('team' in account) throw new Error('There is no column "team".')
      await good.linkAccount(account)
    },
  }),
  'requires an email': good => ({
    async createUser(user) {
      if (!user.email) throw new Error('The email is missing.')
      return good.createUser(user)
    },
    async createUserWithAccount(user, account) {
      if (!user.email) throw new Error('The email is missing.')
      return good.createUserWithAccount(user, account)
    },
  }),
  'requires an id, a name and a verified email': good => ({
    async createUser(user) {
      if (!user.id || !user.name || !user.emailVerified) throw new Error('A field is missing.')
      return good.createUser(user)
    },
  }),
  'finds a user by an empty email': good => {
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
  'generates ids without declaring it': good => ({
    createUser: user => good.createUser({ ...user, id: crypto.randomUUID() }),
  }),
  'adds defaults for tokens that the provider did not return': good => ({
    linkAccount: account => good.linkAccount({ access_token: '', expires_at: 0, ...account }),
  }),
  'creates an account on update': good => ({
    updateAccount: async account => {
      const updated = await good.updateAccount(account)
      const { id } = updated ? { id: '' } : await good.createUser({ id: crypto.randomUUID() } as never)
      if (!updated) await good.linkAccount({ ...account, userId: id, type: 'oauth' })
      return updated
    },
  }),
  'does not unlink accounts': () => ({ unlinkAccount: async () => {} }),
  'stores only one account per user': good => {
    const owners = new Map<string, string>()
    return {
      async linkAccount(account) {
        if (owners.has(account.userId)) throw new Error('The user already has an account.')
        owners.set(account.userId, account.provider)
        await good.linkAccount(account)
      },
    }
  },
  'stores only one session per user': good => ({
    async createSession(session) {
      await good.deleteSessionsByUserId(session.userId)
      return good.createSession(session)
    },
  }),
  'corrupts the session state': good => ({
    linkAccount: account => good.linkAccount({ ...account, session_state: `text: ${account.session_state}` }),
  }),
  'returns additional members beside session and user': good => ({
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
  'does not store when a session started': good => ({
    createSession: ({ startedAt: _, ...session }) => good.createSession(session),
  }),
  'does not move the expiry of a session to an earlier time': good => ({
    async updateSession(session) {
      const found = await good.getSessionAndUser(session.sessionToken)
      const isLater = !found || !session.expires || session.expires >= found.session.expires
      return isLater ? good.updateSession(session) : found.session
    },
  }),
  'returns cached session objects': good => {
    const kept = new Map<string, Awaited<ReturnType<Required<Adapter>['getSessionAndUser']>>>()
    return {
      async getSessionAndUser(token) {
        if (!kept.has(token)) kept.set(token, await good.getSessionAndUser(token))
        return kept.get(token) ?? null
      },
    }
  },
  'lists the records of all users': good => {
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
  'returns no counts': good => ({
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
  'accepts every challenge': () => ({ useChallenge: async () => true }),
  'ignores the provider of a challenge': good => ({
    useChallenge: challenge => good.useChallenge({ ...challenge, identifier: 'all' }),
  }),
  'requires transports and finds a passkey for every id': good => ({
    async createAuthenticator(passkey) {
      if (!passkey.transports) throw new Error('The transports are missing.')
      return good.createAuthenticator(passkey)
    },
    getAuthenticator: async id => (await good.getAuthenticator(id)) ?? ({ credentialID: id } as never),
  }),
  'does not store the initial counter of a passkey': good => ({
    createAuthenticator: passkey => good.createAuthenticator({ ...passkey, counter: 0 }),
  }),
  'finds no user by email': () => ({ getUserByEmail: async () => null }),
  'finds no user by account': () => ({ getUserByAccount: async () => null }),
  'lacks `useVerificationToken`': () => ({ useVerificationToken: undefined as never }),
  'lacks `unlinkAccount`': () => ({ unlinkAccount: undefined as never }),
  'lacks `deleteSession`': () => ({ deleteSession: undefined as never }),
}
