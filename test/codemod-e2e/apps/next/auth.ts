import NextAuth, { type NextAuthConfig } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { personWith, widen } from './people.js'
import { adapter } from './store.js'

const inDatabase = process.env.SESSION_STRATEGY === 'database'

const config: NextAuthConfig = {
  ...(inDatabase && { adapter }),
  providers: [
    { id: 'harbor', name: 'Harbor', type: 'oidc', checks: ['pkce', 'state', 'nonce'] },
    ...(inDatabase
      ? []
      : [Credentials({ credentials: { email: {}, password: { type: 'password' } }, authorize: personWith })]),
  ],
  callbacks: {
    authorized: ({ auth }) => auth !== null,
    jwt: ({ token }) => widen(token),
    session: ({ session }) => ({ ...session, user: { ...session.user, tier: 'gold' } }),
  },
}

export const { handlers, auth, signIn, signOut } = NextAuth(config)
