import { SvelteKitAuth } from '@auth/sveltekit'
import Credentials from '@auth/sveltekit/providers/credentials'
import { env } from '$env/dynamic/private'
import { adapter } from '../adapter.js'
import { authenticateUser, padToken } from '../users.js'

/** @returns {Promise<import('@auth/sveltekit').SvelteKitAuthConfig>} */
async function createConfig() {
  const inDatabase = env.SESSION_STRATEGY === 'database'
  return {
    trustHost: true,
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
}

export const { handle, signIn, signOut } = SvelteKitAuth(createConfig)
