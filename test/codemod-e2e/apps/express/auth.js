import Credentials from '@auth/express/providers/credentials'
import { adapter } from './adapter.js'
import { authenticateUser, padToken } from './users.js'

const inDatabase = process.env.SESSION_STRATEGY === 'database'

/** @type {import('@auth/express').ExpressAuthConfig} */
export const authConfig = {
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
  callbacks: { jwt: ({ token }) => padToken(token) },
}
