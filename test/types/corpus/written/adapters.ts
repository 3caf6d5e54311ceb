/** Adapters: published ones, those of apps, and the tables and functions around them. */
export const adapterSnippets: Readonly<Record<string, string>> = {
  'adapter-prisma': `
    import NextAuth from 'next-auth'
    import { PrismaAdapter } from '@auth/prisma-adapter'
    import GitHub from 'next-auth/providers/github'
    declare const prisma: any
    export const { handlers, auth } = NextAuth({ adapter: PrismaAdapter(prisma), session: { strategy: 'database' }, providers: [GitHub] })`,
  'adapter-prisma-cast': `
    import NextAuth, { type NextAuthConfig } from 'next-auth'
    import type { Adapter } from 'next-auth/adapters'
    import { PrismaAdapter } from '@auth/prisma-adapter'
    declare const prisma: any
    export const config: NextAuthConfig = { adapter: PrismaAdapter(prisma) as Adapter, providers: [] }
    export default NextAuth(config)`,
  'adapter-drizzle': `
    import NextAuth from 'next-auth'
    import { DrizzleAdapter } from '@auth/drizzle-adapter'
    declare const db: any, users: any, accounts: any, sessions: any, verificationTokens: any
    export const { auth } = NextAuth({
      adapter: DrizzleAdapter(db, { usersTable: users, accountsTable: accounts, sessionsTable: sessions, verificationTokensTable: verificationTokens }),
      callbacks: { session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }) },
      providers: [],
    })`,
  'adapter-drizzle-type-column': `
    import type { AdapterAccountType } from 'next-auth/adapters'
    declare function text<T>(name: string): { $type: <U>() => U; default: T }
    export const type = text<string>('type').$type<AdapterAccountType>()
    export const accountType: AdapterAccountType = 'oidc'`,
  'adapter-older-type-column': `
    import type { AdapterAccount } from 'next-auth/adapters'
    export const type: AdapterAccount['type'] = 'webauthn'
    export const account: AdapterAccount = { userId: '1', type: 'oauth', provider: 'github', providerAccountId: '2', refresh_token: 'r', scope: 's', id_token: 'i', session_state: 'x' }`,
  'adapter-kysely': `
    import { ExpressAuth } from '@auth/express'
    import { KyselyAdapter } from '@auth/kysely-adapter'
    declare const db: any
    export const handler = ExpressAuth({ adapter: KyselyAdapter(db), providers: [] })`,
  'adapter-pg': `
    import NextAuth from 'next-auth'
    import PostgresAdapter from '@auth/pg-adapter'
    declare const pool: any
    export const { auth } = NextAuth(() => ({ adapter: PostgresAdapter(pool), providers: [] }))`,
  'adapter-d1': `
    import { SvelteKitAuth } from '@auth/sveltekit'
    import { D1Adapter } from '@auth/d1-adapter'
    export const { handle } = SvelteKitAuth(async event => ({ adapter: D1Adapter((event.platform as any).env.DB), providers: [] }))`,
  'adapter-upstash': `
    import NextAuth from 'next-auth'
    import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
    declare const redis: any
    export default NextAuth({ adapter: UpstashRedisAdapter(redis, { baseKeyPrefix: 'app:' }), providers: [] })`,
  'adapter-unstorage': `
    import { Auth } from '@auth/core'
    import { UnstorageAdapter } from '@auth/unstorage-adapter'
    declare const storage: any
    export const handle = (request: Request) => Auth(request, { adapter: UnstorageAdapter(storage), providers: [] })`,
  'adapter-dynamodb': `
    import NextAuth from 'next-auth'
    import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
    declare const client: any
    export default NextAuth({ adapter: DynamoDBAdapter(client, { tableName: 'auth', partitionKey: 'pk' }), providers: [] })`,
  'adapter-typeorm-sequelize': `
    import NextAuth from 'next-auth'
    import SequelizeAdapter from '@auth/sequelize-adapter'
    import { TypeORMAdapter } from '@auth/typeorm-adapter'
    declare const sequelize: any
    export const first = NextAuth({ adapter: TypeORMAdapter('postgres://localhost/app'), providers: [] })
    export const second = NextAuth({ adapter: SequelizeAdapter(sequelize), providers: [] })`,
  'adapter-spread': `
    import NextAuth from 'next-auth'
    import type { Adapter, AdapterUser } from 'next-auth/adapters'
    import { PrismaAdapter } from '@auth/prisma-adapter'
    declare const prisma: any
    const adapter: Adapter = {
      ...PrismaAdapter(prisma),
      async createUser(user: AdapterUser) { return prisma.user.create({ data: { ...user, role: 'member' } }) as AdapterUser },
    }
    export default NextAuth({ adapter, providers: [] })`,
  'adapter-optional-methods': `
    import type { Adapter } from 'next-auth/adapters'
    declare const inner: Adapter
    export const adapter: Adapter = {
      ...inner,
      linkAccount: account => inner.linkAccount?.({ ...account, access_token: undefined }),
      getUserByEmail: async email => (await inner.getUserByEmail?.(email.toLowerCase())) ?? null,
    }
    export const create = inner.createUser!({ id: '1', email: 'ada@harbor.example', emailVerified: null })`,
  'adapter-full': `
    import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterSession, AdapterUser, VerificationToken } from '@auth/core/adapters'
    declare const db: { one(query: string, ...values: unknown[]): Promise<any> }
    export default function HarborAdapter(options: { prefix?: string } = {}): Adapter {
      const one = (query: string, ...values: unknown[]) => db.one((options.prefix ?? '') + query, ...values)
      return {
        async createUser(user) { return one('insert user', user) },
        async getUser(id) { return one('user', id) },
        async getUserByEmail(email) { return one('user', email) },
        async getUserByAccount({ providerAccountId, provider }) { return one('user', provider, providerAccountId) },
        async updateUser(user) { return one('update', user.id, user.name) },
        async deleteUser(userId) { await one('delete', userId) },
        async linkAccount(account) { await one('insert', account); return account as AdapterAccount },
        async unlinkAccount({ providerAccountId, provider }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>) { await one('delete', provider, providerAccountId) },
        async createSession({ sessionToken, userId, expires }) { return one('insert', sessionToken, userId, expires) },
        async getSessionAndUser(sessionToken): Promise<{ session: AdapterSession; user: AdapterUser } | null> { return one('session', sessionToken) },
        async updateSession({ sessionToken }) { return one('update', sessionToken) },
        async deleteSession(sessionToken) { await one('delete', sessionToken) },
        async createVerificationToken({ identifier, expires, token }) { return one('insert', identifier, expires, token) },
        async useVerificationToken({ identifier, token }): Promise<VerificationToken | null> { return one('delete', identifier, token) },
        async getAccount(providerAccountId, provider) { return one('account', providerAccountId, provider) },
        async getAuthenticator(credentialID) { return one('authenticator', credentialID) },
        async createAuthenticator(authenticator: AdapterAuthenticator) { return one('insert', authenticator) },
        async listAuthenticatorsByUserId(userId) { return one('list', userId) },
        async updateAuthenticatorCounter(credentialID, newCounter) { return one('update', credentialID, newCounter) },
      }
    }`,
  'adapter-session-fields': `
    import NextAuth from 'next-auth'
    import type { AdapterSession, AdapterUser } from 'next-auth/adapters'
    declare const adapter: any
    export default NextAuth({ adapter, session: { strategy: 'database', maxAge: 30 * 24 * 60 * 60, updateAge: 24 * 60 * 60 }, providers: [],
      callbacks: { async session({ session, user }: { session: AdapterSession & { user: AdapterUser }; user: AdapterUser }) {
        return { user: { ...user, id: user.id }, expires: session.expires.toISOString(), sessionToken: session.sessionToken } } } } as never)`,
  'adapter-credentials-session': `
    import NextAuth from 'next-auth'
    import { encode as encodeToken } from 'next-auth/jwt'
    import type { Adapter } from 'next-auth/adapters'
    declare const adapter: Adapter
    export const { auth } = NextAuth({ adapter, providers: [],
      callbacks: { async jwt({ token, account }) { if (account?.provider === 'credentials') token.credentials = true; return token } },
      jwt: { encode: async function (parameters) {
        if (parameters.token?.credentials) {
          if (!parameters.token.sub) throw new Error('No user ID found in token')
          const session = await adapter.createSession?.({ sessionToken: crypto.randomUUID(), userId: parameters.token.sub, expires: new Date() })
          if (!session) throw new Error('Failed to create session')
          return session.sessionToken
        }
        return encodeToken(parameters)
      } } })`,
}
