import Credentials from '@auth/core/providers/credentials'
import type { SolidAuthConfig } from '@auth/solid-start'
import { adapter } from '../../adapter.js'
import { authenticateUser, padToken } from '../../users.js'

const inDatabase = process.env.SESSION_STRATEGY === 'database'

export const authConfig: SolidAuthConfig = {
  ...(inDatabase && { adapter }),
  basePath: '/api/auth',
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oidc',
      issuer: process.env.AUTH_HARBOR_ISSUER,
      clientId: process.env.AUTH_HARBOR_ID,
      clientSecret: process.env.AUTH_HARBOR_SECRET,
      checks: ['pkce', 'state', 'nonce'],
    },
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
    jwt: ({ token }) => padToken(token),
    session: ({ session }) => ({ ...session, user: { ...session.user, tier: 'gold' } }),
  },
}
