import { defineOAuth } from './define.js'

/** The response of `GET /api/account`, with the email address. */
export interface LichessProfile {
  id: string
  username: string
  email?: string | undefined
  url?: string | undefined
}

/**
 * Signs users in with Lichess.
 *
 * - No registration is required. Set `clientId` to any value that identifies your app. There is no secret.
 * - Lichess does not report whether an email address is verified.
 *
 * @see https://lichess.org/api#tag/OAuth
 */
export const Lichess = defineOAuth<LichessProfile>({
  id: 'lichess',
  name: 'Lichess',
  authorization: 'https://lichess.org/oauth',
  token: 'https://lichess.org/api/token',
  userinfo: {
    url: 'https://lichess.org/api/account',
    additionalRequests: [
      {
        url: 'https://lichess.org/api/account/email',
        ignoreFailure: 'client-error',
        merge: (profile, answer) => ({ ...profile, ...(answer as { email?: string }) }),
      },
    ],
  },
  scope: 'email:read',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ id, username, email }) => ({ id, name: username, email, image: null }),
  icon: () => import('./icons/lichess.js'),
  style: { brandColor: '#000' },
})

export default Lichess
