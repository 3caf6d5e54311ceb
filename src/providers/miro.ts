import { defineOAuth } from './define.js'

/** The response of `GET /v1/oauth-token`. */
export interface MiroProfile {
  user: { id: string; name: string }
  team?: { id: string; name: string } | undefined
  organization?: { id: string; name: string } | undefined
  scopes?: readonly string[] | undefined
}

/**
 * Signs users in with Miro.
 *
 * - The profile has no email address, because Miro does not return one with the name.
 * - Set the scopes on the app.
 *
 * @see https://miro.com/app/settings/user-profile/apps
 */
export const Miro = defineOAuth<MiroProfile>({
  id: 'miro',
  name: 'Miro',
  authorization: 'https://miro.com/oauth/authorize',
  token: 'https://api.miro.com/v1/oauth/token',
  userinfo: 'https://api.miro.com/v1/oauth-token',
  scope: null,
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user }) => ({ id: user.id, name: user.name, email: null, image: null }),
  icon: () => import('./icons/miro.js'),
  style: { brandColor: '#050038' },
})

export default Miro
