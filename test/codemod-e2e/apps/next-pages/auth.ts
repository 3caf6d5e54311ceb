import NextAuth, { type NextAuthConfig } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { adapter } from './adapter.js'
import { authenticateUser, padToken } from './users.js'

const inDatabase = process.env.SESSION_STRATEGY === 'database'

const config: NextAuthConfig = {
  ...(inDatabase && { adapter }),
  providers: [
    { id: 'harbor', name: 'Harbor', type: 'oidc', checks: ['pkce', 'state', 'nonce'] },
    ...(inDatabase
      ? []
      : [
          Credentials({
            credentials: { email: {}, password: { type: 'password' } },
            authorize: authenticateUser,
          }),
        ]),
  ],
  callbacks: {
    authorized: ({ auth }) => auth !== null,
    jwt: ({ token }) => padToken(token),
    session: ({ session }) => ({ ...session, user: { ...session.user, tier: 'gold' } }),
  },
}

export const { handlers, auth, signIn, signOut } = NextAuth(config)
