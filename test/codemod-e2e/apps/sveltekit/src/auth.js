import { SvelteKitAuth } from '@auth/sveltekit'
import Credentials from '@auth/sveltekit/providers/credentials'
import { env } from '$env/dynamic/private'
import { personWith, widen } from '../people.js'
import { adapter } from '../store.js'

export const { handle, signIn, signOut } = SvelteKitAuth(() => {
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
              authorize: personWith,
            }),
          ]),
    ],
    callbacks: { jwt: ({ token }) => widen(token) },
  }
})
