import type { Adapter, AdapterAccount, AdapterUser, AttemptCount } from 'latchkey/adapters'

/** Returns methods that break one rule of the contract and replace those of the correct adapter `good`. */
type BreakAdapter = (good: Required<Adapter>) => Adapter

/** Lets concurrent calls interleave, as a database does between two statements. */
const waitBriefly = () => new Promise(resolve => setTimeout(resolve, 1))

const toLowerEmail = (email: string) => email?.toLowerCase()

/** A store without a unique index on emails. */
function withSharedAddresses(good: Required<Adapter>) {
  const owners = new Map<string, string>()
  const hidden = (email: string) => email && `${email}#${crypto.randomUUID()}`
  const clean = <U extends AdapterUser | null>(user: U): U =>
    user?.email ? { ...user, email: user.email.replace(/#.{36}$/, '') } : user
  return {
    async createUser(user) {
      const created = clean(await good.createUser({ ...user, email: hidden(user.email) }))
      if (!owners.has(user.email)) owners.set(user.email, created.id)
      return created
    },
    async deleteUser(id) {
      for (const [email, owner] of owners) if (owner === id) owners.delete(email)
      await good.deleteUser(id)
    },
    getUser: async id => clean(await good.getUser(id)),
    getUserByEmail: async email =>
      (email && clean(await good.getUser(owners.get(email) ?? ''))) || good.getUserByEmail(email),
    getUserByAccount: async key => clean(await good.getUserByAccount(key)),
    async updateUser(user) {
      return clean(await good.updateUser(user.email ? { ...user, email: hidden(user.email) } : user))
    },
    async getSessionAndUser(token) {
      const found = await good.getSessionAndUser(token)
      return found && { ...found, user: clean(found.user) }
    },
  } satisfies Adapter
}

/** A store that replaces an existing account atomically. */
function withMovingAccounts(good: Required<Adapter>) {
  let last: Promise<unknown> = Promise.resolve()
  return {
    linkAccount(account) {
      const next = last.then(async () => {
        await good.unlinkAccount(account)
        await good.linkAccount(account)
      })
      last = next.catch(() => {})
      return next
    },
  } satisfies Adapter
}

/** Violations that were found in real adapters, each with all the checks that must fail. */
export const brokenAdapters: Record<
  string,
  { readonly breakAdapter: BreakAdapter; readonly failures: readonly string[] }
> = {
  'reads a token and deletes it in a second step': {
    breakAdapter: good => ({
      async useVerificationToken(key) {
        const found = await good.getVerificationToken(key)
        await waitBriefly()
        await good.useVerificationToken(key)
        return found
      },
    }),
    failures: [
      'one-time tokens are used once by 16 concurrent calls',
      'complete sign-ins by one magic link, opened 16 times at once, create one session',
    ],
  },
  'deletes the token of an identifier when a wrong token is used': {
    breakAdapter(good) {
      const tokens = new Map<string, string>()
      return {
        createVerificationToken(record) {
          tokens.set(record.identifier, record.token)
          return good.createVerificationToken(record)
        },
        async useVerificationToken(key) {
          const used = await good.useVerificationToken(key)
          const { identifier } = key
          if (!used) await good.useVerificationToken({ identifier, token: tokens.get(identifier) ?? '' })
          return used
        },
      }
    },
    failures: [
      'expired records are deleted from the one-time tokens, and the others remain',
      'one-time tokens remain if the identifier or the token is wrong',
    ],
  },
  'joins identifier and token into one key': {
    breakAdapter(good) {
      const joinKey = ({ identifier, token }: { identifier: string; token: string }) => ({
        identifier: 'key',
        token: `${identifier}:${token}`,
      })
      const kept = new Map<string, string>()
      return {
        async createVerificationToken(record) {
          kept.set(joinKey(record).token, record.identifier)
          await good.createVerificationToken({ ...record, ...joinKey(record) })
          return record
        },
        async getVerificationToken(key) {
          const found = await good.getVerificationToken(joinKey(key))
          return found && { ...found, ...key }
        },
        async useVerificationToken(key) {
          const found = await good.useVerificationToken(joinKey(key))
          return found && { ...found, ...key }
        },
      }
    },
    failures: [
      'ids in any script identify tokens uniquely, also if identifier and token join to the same text',
    ],
  },
  'accepts a duplicate token': {
    breakAdapter: good => ({
      async createVerificationToken(record) {
        await good.useVerificationToken(record)
        return good.createVerificationToken(record)
      },
      useChallenge: undefined as never,
    }),
    failures: ['one-time tokens that serve as challenges cannot be created twice'],
  },
  'stores only one token per identifier': {
    breakAdapter(good) {
      const identifiers = new Set<string>()
      return {
        async createVerificationToken(record) {
          if (identifiers.has(record.identifier)) throw new Error('An email was already sent.')
          identifiers.add(record.identifier)
          return good.createVerificationToken(record)
        },
        async useVerificationToken(key) {
          const used = await good.useVerificationToken(key)
          if (used) identifiers.delete(key.identifier)
          return used
        },
      }
    },
    failures: [
      'expired records are deleted from the one-time tokens, and the others remain',
      'one-time tokens may be several per identifier, and equal for two identifiers',
      'complete sign-ins by email recover from a failure of each adapter call',
      'complete sign-ins by email recover from a lost response of each adapter call',
    ],
  },
  'reads a challenge and stores it in a second step': {
    breakAdapter: good => ({
      async useChallenge(challenge) {
        if (await good.getVerificationToken(challenge)) return false
        await waitBriefly()
        await good.useChallenge(challenge)
        return true
      },
    }),
    failures: ['one-time challenges are used once by 16 concurrent calls'],
  },
  'compares emails without case': {
    breakAdapter: good => ({
      createUser: user => good.createUser({ ...user, email: toLowerEmail(user.email) }),
      getUserByEmail: email => good.getUserByEmail(toLowerEmail(email)),
    }),
    failures: ['ids in any script identify users by email uniquely'],
  },
  'accepts the same email for several users': {
    breakAdapter: withSharedAddresses,
    failures: [
      'users have unique emails',
      'users have unique emails, also with 16 concurrent calls',
      'users cannot change to the email of another user',
      'a user and its first account are not created if the email belongs to another user',
    ],
  },
  'reads an email and reserves it in a second step': {
    breakAdapter(good) {
      const shared = withSharedAddresses(good)
      return {
        ...shared,
        async createUser(user) {
          const owner = user.email ? await shared.getUserByEmail(user.email) : null
          await waitBriefly()
          if (owner) throw new Error('This email is taken.')
          return shared.createUser(user)
        },
      }
    },
    failures: [
      'users have unique emails, also with 16 concurrent calls',
      'users cannot change to the email of another user',
      'a user and its first account are not created if the email belongs to another user',
    ],
  },
  'has no unique constraints': {
    breakAdapter: good => ({
      ...withSharedAddresses(good),
      ...withMovingAccounts(good),
      createUserWithAccount: undefined as never,
    }),
    failures: [
      'users have unique emails',
      'users have unique emails, also with 16 concurrent calls',
      'users cannot change to the email of another user',
      'accounts cannot be linked to a second user',
      'accounts cannot be linked to several users by 16 concurrent calls',
      'complete sign-ins with a provider, 16 at the same time, create one user',
    ],
  },
  'recreates a deleted session on update': {
    breakAdapter: good => ({
      async updateSession(session) {
        const updated = await good.updateSession(session)
        const { userId, expires } = session
        return updated ?? (userId && expires ? good.createSession({ ...session, userId, expires }) : null)
      },
    }),
    failures: [
      'sessions that were deleted are not recreated by an extension',
      'sessions that are extended and deleted concurrently are deleted',
    ],
  },
  'updates a session in two steps': {
    breakAdapter: good => ({
      async updateSession(session) {
        const found = await good.getSessionAndUser(session.sessionToken)
        if (!found) return null
        await waitBriefly()
        await good.deleteSession(session.sessionToken)
        return good.createSession({ ...found.session, ...session })
      },
    }),
    failures: ['sessions that are extended and deleted concurrently are deleted'],
  },
  'updates all sessions of a user': {
    breakAdapter: good => ({
      async updateSession(session) {
        const updated = await good.updateSession(session)
        for (const { sessionToken } of updated ? await good.listSessionsByUserId(updated.userId) : [])
          await good.updateSession({ ...updated, sessionToken })
        return updated
      },
    }),
    failures: ['sessions can be extended'],
  },
  'deletes all sessions of a user instead of one': {
    breakAdapter: good => ({
      async deleteSession(token) {
        const found = await good.getSessionAndUser(token)
        await good.deleteSessionsByUserId(found?.user.id ?? '')
        return null
      },
    }),
    failures: ['sessions can be deleted by 16 concurrent calls, and others remain'],
  },
  'ignores `except` when it deletes sessions': {
    breakAdapter: good => ({ deleteSessionsByUserId: userId => good.deleteSessionsByUserId(userId) }),
    failures: ['sessions of a user are deleted on all other devices'],
  },
  'deletes records that have not expired': {
    breakAdapter: good => ({ deleteExpired: before => good.deleteExpired(new Date(before.getTime() + 1)) }),
    failures: ['expired records are deleted from the sessions, and the others remain'],
  },
  'keeps the sessions of a deleted user': {
    breakAdapter(good) {
      const left = new Map<string, Awaited<ReturnType<Required<Adapter>['getSessionAndUser']>>>()
      return {
        async deleteUser(id) {
          for (const { sessionToken } of await good.listSessionsByUserId(id))
            left.set(sessionToken, await good.getSessionAndUser(sessionToken))
          await good.deleteUser(id)
        },
        getSessionAndUser: async token => (await good.getSessionAndUser(token)) ?? left.get(token) ?? null,
      }
    },
    failures: ['users are deleted with all of their records and no others'],
  },
  'lists the accounts of all users, also unlinked ones': {
    breakAdapter(good) {
      const linked: AdapterAccount[] = []
      return {
        async linkAccount(account) {
          await good.linkAccount(account)
          linked.push(account)
        },
        listAccountsByUserId: async () => linked,
      }
    },
    failures: [
      'accounts of a user are listed without those of others',
      'accounts that are unlinked are no longer listed',
    ],
  },
  'finds users by a pattern': {
    breakAdapter: good => ({
      listUsers: ({ search = '', ...query }) =>
        good.listUsers({ ...query, search: search.replaceAll('%', '') }),
    }),
    failures: ['users are found by a part of the name or email address'],
  },
  'returns the first page for each cursor': {
    breakAdapter: good => ({
      listUsers: ({ after, ...query }) =>
        after === undefined ? good.listUsers(query) : good.listUsers({ ...query, limit: 1 }),
    }),
    failures: ['users are listed once each, in pages'],
  },
  'does not delete passkeys': {
    breakAdapter: () => ({ deleteAuthenticator: async () => null }),
    failures: ['passkeys can be deleted once', 'passkeys are no longer listed after they are deleted'],
  },
  'keeps the passkeys of a deleted user': {
    breakAdapter(good) {
      const left = new Map<string, Awaited<ReturnType<Required<Adapter>['getAuthenticator']>>>()
      return {
        async deleteUser(id) {
          for (const passkey of await good.listAuthenticatorsByUserId(id))
            left.set(passkey.credentialID, passkey)
          await good.deleteUser(id)
        },
        getAuthenticator: async id => (await good.getAuthenticator(id)) ?? left.get(id) ?? null,
      }
    },
    failures: ['users are deleted with all of their passkeys and no others'],
  },
  'relinks an account to another user': {
    breakAdapter: withMovingAccounts,
    failures: [
      'accounts cannot be linked to a second user',
      'accounts cannot be linked to several users by 16 concurrent calls',
    ],
  },
  'finds an account without comparing the provider': {
    breakAdapter: good => ({
      getAccount: async id => {
        for (const provider of ['github', 'gitlab', 'google']) {
          const found = await good.getAccount(id, provider)
          if (found) return found
        }
        return null
      },
    }),
    failures: [
      'accounts are found only if provider and account id both match',
      'accounts accept new tokens and keep the fields that are not given',
    ],
  },
  'does not store the scope of an account': {
    breakAdapter: good => ({ linkAccount: ({ scope: _, ...account }) => good.linkAccount(account) }),
    failures: [
      'users survive a restart of the process',
      'accounts keep all values that the provider returned',
      'accounts accept new tokens and keep the fields that are not given',
    ],
  },
  'creates user and account in two steps': {
    breakAdapter: good => ({
      async createUserWithAccount(user, account) {
        const created = await good.createUser(user)
        await good.linkAccount({ ...account, userId: created.id })
        return created
      },
    }),
    failures: [
      'a user and its first account are not created if the account belongs to another user',
      'a user and its first account are not created if a part of them cannot be stored',
      'a user and its first account are created once by 16 concurrent first sign-ins',
    ],
  },
  'creates a user before its passkey is accepted': {
    breakAdapter: good => ({
      async createUserWithAccount(user, account, passkey) {
        const created = await good.createUserWithAccount(user, account)
        if (passkey) await good.createAuthenticator({ ...passkey, userId: created.id })
        return created
      },
    }),
    failures: [
      'a user and its first account are created with or without the registered passkey, which never exists without its user',
    ],
  },
  'does not delete users': {
    breakAdapter: () => ({ createUserWithAccount: undefined as never, deleteUser: async () => {} }),
    failures: [
      'users can be deleted twice',
      'users are deleted with all of their records and no others',
      'users are deleted with all of their passkeys and no others',
      'records are deleted with their user',
      'complete sign-ins with a provider recover from a failure of each adapter call',
    ],
  },
  'sets fields to null that are not given': {
    breakAdapter: good => ({
      updateUser: user => good.updateUser({ name: null, image: null, emailVerified: null, ...user }),
    }),
    failures: ['users are updated only in the given fields', 'users keep the columns that the app added'],
  },
  'drops custom columns': {
    breakAdapter: good => ({
      createUser: ({ id, name, email, emailVerified, image }) =>
        good.createUser({ id, name, email, emailVerified, image }),
    }),
    failures: [
      'users are found by id and by email as they were created',
      'users keep the columns that the app added',
      'users have the columns that the app added in every result',
      'ids in any script identify users uniquely',
    ],
  },
  'trims ids': {
    breakAdapter: good => ({
      createUser: user => good.createUser({ ...user, id: user.id?.trim() }),
      getUser: id => good.getUser(id.trim()),
    }),
    failures: ['ids in any script identify users uniquely'],
  },
  'truncates ids at NUL': {
    breakAdapter: good => ({
      linkAccount: ({ providerAccountId, ...account }) =>
        good.linkAccount({ ...account, providerAccountId: providerAccountId.replace(/\0.*/, '') }),
    }),
    failures: ['unsafe characters are rejected or kept: account id "a\\u0000b" never matches "a"'],
  },
  'returns dates as strings': {
    breakAdapter: good => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        return used && { ...used, expires: used.expires.toISOString() as never }
      },
    }),
    failures: [
      'expired records are deleted from the one-time tokens, and the others remain',
      'one-time tokens are returned once, as they were created',
      'one-time tokens keep their expiry to the millisecond, also after it has passed',
      'one-time tokens remain if the identifier or the token is wrong',
      'one-time tokens may be several per identifier, and equal for two identifiers',
      'one-time tokens remain when they are read',
      'one-time tokens can be created again after use',
      'one-time tokens are used once by 16 concurrent calls',
      'ids in any script identify one-time tokens uniquely',
      'ids in any script identify tokens uniquely, also if identifier and token join to the same text',
    ],
  },
  'returns internal objects instead of copies': {
    breakAdapter(good) {
      const shared = new Map<string, AdapterUser | null>()
      return {
        async getUser(id) {
          const user = shared.get(id) ?? (await good.getUser(id))
          shared.set(id, user)
          return user
        },
        updateUser: user => {
          shared.delete(user.id)
          return good.updateUser(user)
        },
        deleteUser: id => {
          shared.delete(id)
          return good.deleteUser(id)
        },
      }
    },
    failures: ['users are copied on input and on output'],
  },
  'updates the counter of a passkey that does not exist': {
    breakAdapter: good => ({
      async updateAuthenticatorCounter(id, counter) {
        const found = await good.getAuthenticator(id)
        return found ? good.updateAuthenticatorCounter(id, counter) : ({ credentialID: id, counter } as never)
      },
    }),
    failures: ['passkeys that do not exist cannot be counted'],
  },
  'reads the counter of a passkey and stores it in a second step': {
    breakAdapter: good => ({
      async updateAuthenticator(changes, { ifCounter }) {
        const found = await good.getAuthenticator(changes.credentialID)
        if (found?.counter !== ifCounter) return null
        await waitBriefly()
        const { counter } = (await good.getAuthenticator(changes.credentialID)) ?? { counter: ifCounter }
        return good.updateAuthenticator(changes, { ifCounter: counter })
      },
    }),
    failures: ['passkeys are updated once by 16 concurrent calls'],
  },
  'does not store the backup state of a passkey': {
    breakAdapter: good => ({
      async updateAuthenticator({ credentialID, counter }, { ifCounter }) {
        const found = await good.getAuthenticator(credentialID)
        return found ? good.updateAuthenticator({ ...found, counter }, { ifCounter }) : null
      },
    }),
    failures: [
      'passkeys are updated if the counter is the expected one',
      'passkeys that do not count keep the counter 0',
    ],
  },
  'updates a passkey whatever its counter is': {
    breakAdapter: good => ({
      async updateAuthenticator(changes) {
        const found = await good.getAuthenticator(changes.credentialID)
        return found && good.updateAuthenticator(changes, { ifCounter: found.counter })
      },
    }),
    failures: ['passkeys are updated if the counter is the expected one'],
  },
  'counts concurrent attempts as one': {
    breakAdapter(good) {
      const pending = new Map<string, Promise<AttemptCount>>()
      async function count(key: string, window: number) {
        await waitBriefly()
        pending.delete(key)
        return good.countAttempt(key, window)
      }
      return {
        countAttempt(key, window) {
          const counted = pending.get(key) ?? count(key, window)
          pending.set(key, counted)
          return counted
        },
      }
    },
    failures: ['attempts are all counted, also with 16 concurrent calls'],
  },
  'counts attempts without the first three characters of the key': {
    breakAdapter: good => ({ countAttempt: (key, window) => good.countAttempt(key.slice(3), window) }),
    failures: ['attempts are counted separately per key'],
  },
  'extends the window with each attempt': {
    breakAdapter(good) {
      const ends = new Map<string, { name: string; end: number }>()
      return {
        async countAttempt(key, window) {
          const now = Date.now()
          const open = ends.get(key)
          const name = open && open.end > now ? open.name : `${key} ${now}`
          ends.set(key, { name, end: now + window })
          return { ...(await good.countAttempt(name, 60_000)), resetsAt: new Date(now + window) }
        },
      }
    },
    failures: ['attempts are counted from 1 after the window, which later attempts do not extend'],
  },
  'never resets the attempt count': {
    breakAdapter(good) {
      const far = 3_600_000
      return {
        async countAttempt(key, window) {
          const { count, resetsAt } = await good.countAttempt(key, far)
          return { count, resetsAt: new Date(resetsAt.getTime() - far + window) }
        },
      }
    },
    failures: ['attempts are counted from 1 after the window, which later attempts do not extend'],
  },
  'returns undefined instead of null': {
    breakAdapter: good => ({ getUser: async id => (await good.getUser(id)) ?? (undefined as never) }),
    failures: [
      'users that do not exist are null',
      'users that do not exist cannot be updated',
      'users can be deleted twice',
      'unsafe characters are rejected or kept: user id "a\\u0000b" never matches "a"',
      'unsafe characters are rejected or kept: user id "a\\u0000b" never matches "a\\u0000c"',
      'unsafe characters are rejected or kept: user id "\\ud800" never matches "\\ud801"',
      'unsafe characters are rejected or kept: user id "\\ud800" never matches "�"',
      'unsafe characters are rejected or kept: user id "x\\udc00" never matches "x�"',
    ],
  },
  'lacks one of the passkey methods': {
    breakAdapter: () => ({ listAuthenticatorsByUserId: undefined as never }),
    failures: ['methods for passkeys exist, all or none'],
  },
}
