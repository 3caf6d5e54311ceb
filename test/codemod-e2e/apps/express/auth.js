import Credentials from '@auth/express/providers/credentials'
import { personWith, widen } from './people.js'
import { adapter } from './store.js'

const inDatabase = process.env.SESSION_STRATEGY === 'database'

/** @type {import('@auth/express').ExpressAuthConfig} */
export const authConfig = {
  ...(inDatabase && { adapter }),
  providers: [
    { id: 'harbor', name: 'Harbor', type: 'oidc', checks: ['pkce', 'state', 'nonce'] },
    ...(inDatabase
      ? []
      : [Credentials({ credentials: { email: {}, password: { type: 'password' } }, authorize: personWith })]),
  ],
  callbacks: { jwt: ({ token }) => widen(token) },
}
