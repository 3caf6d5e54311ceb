import { defineOAuth } from './define.js'

/** The response of the `currentUser` query. */
export interface StartGGProfile {
  data: {
    currentUser: {
      id: number
      slug?: string | undefined
      name?: string | null | undefined
      email?: string | null | undefined
      player?: { gamerTag?: string | null | undefined } | null | undefined
      images?: ReadonlyArray<{ url: string }> | null | undefined
    }
  }
}

/**
 * Signs users in with start.gg.
 *
 * - Latchkey sends the scopes twice. To change them, set `params.scope` in `authorization` and `extraParams.scope` in
 *   `token`.
 * - start.gg does not report whether an email address is verified.
 * - Refresh tokens at a separate endpoint: `https://api.start.gg/oauth/refresh`.
 *
 * @see https://start.gg/admin/profile/developer
 */
export const StartGG = defineOAuth<StartGGProfile>({
  id: 'startgg',
  name: 'start.gg',
  authorization: 'https://start.gg/oauth/authorize',
  token: {
    url: 'https://api.start.gg/oauth/access_token',
    extraParams: { scope: 'user.identity user.email' },
  },
  userinfo: {
    url: 'https://api.start.gg/gql/alpha',
    body: { query: '{ currentUser { id slug name email player { gamerTag } images { url } } }' },
  },
  scope: 'user.identity user.email',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { currentUser } }) => ({
    id: String(currentUser.id),
    name: currentUser.player?.gamerTag ?? currentUser.name,
    email: currentUser.email,
    image: currentUser.images?.[0]?.url,
  }),
  icon: () => import('./icons/startgg.js'),
})

export default StartGG
