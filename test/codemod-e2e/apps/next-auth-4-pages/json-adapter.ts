import { readFileSync, writeFileSync } from 'node:fs'
import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from 'next-auth/adapters'

interface Tables {
  users: AdapterUser[]
  accounts: AdapterAccount[]
  sessions: AdapterSession[]
}

const file = process.env.DATABASE_FILE ?? 'app.json'

function read(): Tables {
  try {
    return JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
      key === 'expires' ? new Date(value) : value,
    )
  } catch {
    return { users: [], accounts: [], sessions: [] }
  }
}

function change<T>(run: (tables: Tables) => T): T {
  const tables = read()
  const result = run(tables)
  writeFileSync(file, JSON.stringify(tables))
  return result
}

/** An adapter written for next-auth 4, whose tables are a JSON file. */
export const adapter: Adapter = {
  createUser: async (user: Omit<AdapterUser, 'id'>) =>
    change(({ users }) => {
      const created = { ...user, id: `user-${users.length + 1}` }
      users.push(created)
      return created
    }),
  getUser: async id => read().users.find(user => user.id === id) ?? null,
  getUserByEmail: async email => read().users.find(user => user.email === email) ?? null,
  async getUserByAccount({ provider, providerAccountId }) {
    const { accounts, users } = read()
    const account = accounts.find(
      each => each.provider === provider && each.providerAccountId === providerAccountId,
    )
    return users.find(user => user.id === account?.userId) ?? null
  },
  updateUser: async user =>
    change(({ users }) =>
      Object.assign(users.find(each => each.id === user.id) ?? ({} as AdapterUser), user),
    ),
  linkAccount: async (account: AdapterAccount) => change(({ accounts }) => void accounts.push(account)),
  createSession: async session =>
    change(({ sessions }) => {
      sessions.push(session)
      return session
    }),
  async getSessionAndUser(sessionToken) {
    const { sessions, users } = read()
    const session = sessions.find(each => each.sessionToken === sessionToken)
    const user = users.find(each => each.id === session?.userId)
    return session && user ? { session, user } : null
  },
  updateSession: async session =>
    change(({ sessions }) => {
      const stored = sessions.find(each => each.sessionToken === session.sessionToken)
      return stored ? Object.assign(stored, session) : null
    }),
  deleteSession: async sessionToken =>
    change(tables => {
      tables.sessions = tables.sessions.filter(each => each.sessionToken !== sessionToken)
    }),
}
