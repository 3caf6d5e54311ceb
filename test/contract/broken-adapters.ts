import type { Adapter, AdapterUser, Attempts } from 'latchkey/adapters'

/** The methods of an adapter that breaks one promise, over one that keeps them all. */
type Break = (good: Required<Adapter>) => Adapter

/** Lets other calls in, as every database does between two statements. */
const pause = () => new Promise(resolve => setTimeout(resolve, 1))

const lower = (email: string) => email?.toLowerCase()

/** A store without a unique index on addresses. */
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

/** A store that writes an account over another one, in one step. */
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

/** One promise each that real adapters were seen to break, with all the checks that shall notice. */
export const brokenAdapters: Record<string, { readonly apart: Break; readonly noticed: readonly string[] }> =
  {
    'looks for a token, and deletes it later': {
      apart: good => ({
        async useVerificationToken(key) {
          const found = await good.getVerificationToken(key)
          await pause()
          await good.useVerificationToken(key)
          return found
        },
      }),
      noticed: [
        'one-time tokens have one winner when 16 use one at the same time',
        'whole sign-ins by one link, opened 16 times at once, make one session',
      ],
    },
    'deletes the token of an address when another one is tried': {
      apart(good) {
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
      noticed: [
        'what has expired goes, of the one-time tokens, and the rest stays',
        'one-time tokens stay when the address or the token is wrong',
      ],
    },
    'writes address and token into one key': {
      apart(good) {
        const joined = ({ identifier, token }: { identifier: string; token: string }) => ({
          identifier: 'key',
          token: `${identifier}:${token}`,
        })
        const kept = new Map<string, string>()
        return {
          async createVerificationToken(record) {
            kept.set(joined(record).token, record.identifier)
            await good.createVerificationToken({ ...record, ...joined(record) })
            return record
          },
          async getVerificationToken(key) {
            const found = await good.getVerificationToken(joined(key))
            return found && { ...found, ...key }
          },
          async useVerificationToken(key) {
            const found = await good.useVerificationToken(joined(key))
            return found && { ...found, ...key }
          },
        }
      },
      noticed: ['ids in any script keep tokens apart, also where an address runs into them'],
    },
    'takes a second token of the same name': {
      apart: good => ({
        async createVerificationToken(record) {
          await good.useVerificationToken(record)
          return good.createVerificationToken(record)
        },
        useChallenge: undefined as never,
      }),
      noticed: ['one-time tokens are refused a second time, where they stand for challenges'],
    },
    'keeps one token for each address': {
      apart(good) {
        const addresses = new Set<string>()
        return {
          async createVerificationToken(record) {
            if (addresses.has(record.identifier)) throw new Error('A mail is on its way.')
            addresses.add(record.identifier)
            return good.createVerificationToken(record)
          },
          async useVerificationToken(key) {
            const used = await good.useVerificationToken(key)
            if (used) addresses.delete(key.identifier)
            return used
          },
        }
      },
      noticed: [
        'what has expired goes, of the one-time tokens, and the rest stays',
        'one-time tokens may be several for one address, and alike for two',
        'whole sign-ins by mail survive a failure at each call',
        'whole sign-ins by mail survive an answer that is lost, at each call',
      ],
    },
    'looks for a challenge, and notes it later': {
      apart: good => ({
        async useChallenge(challenge) {
          if (await good.getVerificationToken(challenge)) return false
          await pause()
          await good.useChallenge(challenge)
          return true
        },
      }),
      noticed: ['one-time challenges have one winner when 16 use one at the same time'],
    },
    'takes no account of case in addresses': {
      apart: good => ({
        createUser: user => good.createUser({ ...user, email: lower(user.email) }),
        getUserByEmail: email => good.getUserByEmail(lower(email)),
      }),
      noticed: ['ids in any script name addresses, each its own'],
    },
    'gives one address to several users': {
      apart: withSharedAddresses,
      noticed: [
        'users have one owner per address',
        'users have one owner per address, also when 16 ask at once',
        'users cannot move to the address of another',
        'a user and its first account are not there when the address has an owner',
      ],
    },
    'looks for an address, and takes it later': {
      apart(good) {
        const shared = withSharedAddresses(good)
        return {
          ...shared,
          async createUser(user) {
            const owner = user.email ? await shared.getUserByEmail(user.email) : null
            await pause()
            if (owner) throw new Error('This address is taken.')
            return shared.createUser(user)
          },
        }
      },
      noticed: [
        'users have one owner per address, also when 16 ask at once',
        'users cannot move to the address of another',
        'a user and its first account are not there when the address has an owner',
      ],
    },
    'knows of no two records that they are alike': {
      apart: good => ({
        ...withSharedAddresses(good),
        ...withMovingAccounts(good),
        createUserWithAccount: undefined as never,
      }),
      noticed: [
        'users have one owner per address',
        'users have one owner per address, also when 16 ask at once',
        'users cannot move to the address of another',
        'accounts have one owner, whoever asks next',
        'accounts have one owner, also when 16 ask at once',
        'whole sign-ins through a provider that meet 16 at once make one user',
      ],
    },
    'revives a session that is prolonged': {
      apart: good => ({
        async updateSession(session) {
          const updated = await good.updateSession(session)
          const { userId, expires } = session
          return updated ?? (userId && expires ? good.createSession({ ...session, userId, expires }) : null)
        },
      }),
      noticed: [
        'sessions that have ended are not revived by being prolonged',
        'sessions that are prolonged while they end have ended',
      ],
    },
    'prolongs a session in two steps': {
      apart: good => ({
        async updateSession(session) {
          const found = await good.getSessionAndUser(session.sessionToken)
          if (!found) return null
          await pause()
          await good.deleteSession(session.sessionToken)
          return good.createSession({ ...found.session, ...session })
        },
      }),
      noticed: ['sessions that are prolonged while they end have ended'],
    },
    'prolongs all sessions of a user': {
      apart: good => ({
        async updateSession(session) {
          const updated = await good.updateSession(session)
          for (const { sessionToken } of updated ? await good.listSessionsByUserId(updated.userId) : [])
            await good.updateSession({ ...updated, sessionToken })
          return updated
        },
      }),
      noticed: ['sessions are prolonged'],
    },
    'ends all sessions of a user with one of them': {
      apart: good => ({
        async deleteSession(token) {
          const found = await good.getSessionAndUser(token)
          await good.deleteSessionsByUserId(found?.user.id ?? '')
          return null
        },
      }),
      noticed: ['sessions end once, and the others go on'],
    },
    'spares no session': {
      apart: good => ({ deleteSessionsByUserId: userId => good.deleteSessionsByUserId(userId) }),
      noticed: ['sessions of a user end on all other devices'],
    },
    'deletes what is not over': {
      apart: good => ({ deleteExpired: before => good.deleteExpired(new Date(before.getTime() + 1)) }),
      noticed: ['what has expired goes, of the sessions, and the rest stays'],
    },
    'leaves the sessions of who is deleted': {
      apart(good) {
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
      noticed: ['users take everything of theirs with them, and nothing of others'],
    },
    'leaves the passkeys of who is deleted': {
      apart(good) {
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
      noticed: ['users take their passkeys with them, and not those of others'],
    },
    'gives an account to whoever asks last': {
      apart: withMovingAccounts,
      noticed: [
        'accounts have one owner, whoever asks next',
        'accounts have one owner, also when 16 ask at once',
      ],
    },
    'finds an account by its id alone': {
      apart: good => ({
        getAccount: async id => {
          for (const provider of ['github', 'gitlab', 'google']) {
            const found = await good.getAccount(id, provider)
            if (found) return found
          }
          return null
        },
      }),
      noticed: [
        'accounts are found only when provider and account id both match',
        'accounts take fresh tokens, and keep the fields that are not given',
      ],
    },
    'keeps a part of what the provider gave': {
      apart: good => ({ linkAccount: ({ scope: _, ...account }) => good.linkAccount(account) }),
      noticed: [
        'users outlive the process',
        'accounts keep all that the provider gave',
        'accounts take fresh tokens, and keep the fields that are not given',
      ],
    },
    'makes user and account in two steps': {
      apart: good => ({
        async createUserWithAccount(user, account) {
          const created = await good.createUser(user)
          await good.linkAccount({ ...account, userId: created.id })
          return created
        },
      }),
      noticed: [
        'a user and its first account are not there when the account has an owner',
        'a user and its first account are not there when a part of them cannot be stored',
        'a user and its first account are there once when 16 first sign-ins meet',
      ],
    },
    'makes a user before it looks at the passkey': {
      apart: good => ({
        async createUserWithAccount(user, account, passkey) {
          const created = await good.createUserWithAccount(user, account)
          if (passkey) await good.createAuthenticator({ ...passkey, userId: created.id })
          return created
        },
      }),
      noticed: [
        'a user and its first account come with the passkey that the user registered, or without it, but never without the user',
      ],
    },
    'cannot take a user back': {
      apart: () => ({ createUserWithAccount: undefined as never, deleteUser: async () => {} }),
      noticed: [
        'users can be deleted twice',
        'users take everything of theirs with them, and nothing of others',
        'users take their passkeys with them, and not those of others',
        'whole sign-ins through a provider survive a failure at each call',
      ],
    },
    'empties the fields that are not given': {
      apart: good => ({
        updateUser: user => good.updateUser({ name: null, image: null, emailVerified: null, ...user }),
      }),
      noticed: ['users change in the given fields alone', 'users keep the columns that the app added'],
    },
    'drops the columns of the app': {
      apart: good => ({
        createUser: ({ id, name, email, emailVerified, image }) =>
          good.createUser({ id, name, email, emailVerified, image }),
      }),
      noticed: [
        'users are found by id and by address as they were created',
        'users keep the columns that the app added',
        'users tell the columns that the app added wherever they are told',
        'ids in any script name users, each its own',
      ],
    },
    'trims ids': {
      apart: good => ({
        createUser: user => good.createUser({ ...user, id: user.id?.trim() }),
        getUser: id => good.getUser(id.trim()),
      }),
      noticed: ['ids in any script name users, each its own'],
    },
    'cuts ids at NUL': {
      apart: good => ({
        linkAccount: ({ providerAccountId, ...account }) =>
          good.linkAccount({ ...account, providerAccountId: providerAccountId.replace(/\0.*/, '') }),
      }),
      noticed: [
        'ids that a store might change are refused or kept, but as an account "a\\u0000b" never meets "a"',
      ],
    },
    'gives dates as text': {
      apart: good => ({
        async useVerificationToken(key) {
          const used = await good.useVerificationToken(key)
          return used && { ...used, expires: used.expires.toISOString() as never }
        },
      }),
      noticed: [
        'what has expired goes, of the one-time tokens, and the rest stays',
        'one-time tokens are given out once, as they were created',
        'one-time tokens tell their end to the millisecond, also when it has passed',
        'one-time tokens stay when the address or the token is wrong',
        'one-time tokens may be several for one address, and alike for two',
        'one-time tokens stay when they are looked at',
        'one-time tokens can be put back',
        'one-time tokens have one winner when 16 use one at the same time',
        'ids in any script name one-time tokens, each its own',
        'ids in any script keep tokens apart, also where an address runs into them',
      ],
    },
    'shares its objects': {
      apart(good) {
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
      noticed: ['users are copies, on the way in and on the way out'],
    },
    'counts for a passkey that nobody has': {
      apart: good => ({
        async updateAuthenticatorCounter(id, counter) {
          const found = await good.getAuthenticator(id)
          return found
            ? good.updateAuthenticatorCounter(id, counter)
            : ({ credentialID: id, counter } as never)
        },
      }),
      noticed: ['passkeys that are unknown count nothing'],
    },
    'counts attempts that meet as one': {
      apart(good) {
        const pending = new Map<string, Promise<Attempts>>()
        async function count(key: string, window: number) {
          await pause()
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
      noticed: ['attempts are all counted, also when 16 are made at once'],
    },
    'counts the attempts of all together': {
      apart: good => ({ countAttempt: (_, window) => good.countAttempt('all', window) }),
      noticed: ['attempts of several keys are counted apart'],
    },
    'prolongs the window with each attempt': {
      apart(good) {
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
      noticed: ['attempts are counted anew when the window is over, which later ones do not prolong'],
    },
    'never forgets an attempt': {
      apart(good) {
        const far = 3_600_000
        return {
          async countAttempt(key, window) {
            const { count, resetsAt } = await good.countAttempt(key, far)
            return { count, resetsAt: new Date(resetsAt.getTime() - far + window) }
          },
        }
      },
      noticed: ['attempts are counted anew when the window is over, which later ones do not prolong'],
    },
    'undefined for what is unknown': {
      apart: good => ({ getUser: async id => (await good.getUser(id)) ?? (undefined as never) }),
      noticed: [
        'users that are unknown are null',
        'users that are unknown cannot be changed',
        'users can be deleted twice',
        'ids that a store might change are refused or kept, but as a user "a\\u0000b" never meets "a"',
        'ids that a store might change are refused or kept, but as a user "a\\u0000b" never meets "a\\u0000c"',
        'ids that a store might change are refused or kept, but as a user "\\ud800" never meets "\\ud801"',
        'ids that a store might change are refused or kept, but as a user "\\ud800" never meets "�"',
        'ids that a store might change are refused or kept, but as a user "x\\udc00" never meets "x�"',
      ],
    },
    'gives some passkeys up': {
      apart: () => ({ listAuthenticatorsByUserId: undefined as never }),
      noticed: ['the methods for passkeys are all there, or none'],
    },
  }
