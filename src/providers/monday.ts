import { defineOAuth } from './define.js'

/** The response of the `me` query. */
export interface MondayProfile {
  data: { me: { id: string; name: string; email: string; photo_original?: string | null | undefined } }
}

/**
 * Signs users in with monday.com.
 *
 * - The app needs the scope `me:read`. Tokens do not expire, and there is no refresh token.
 * - monday.com does not report whether an email address is verified.
 *
 * @see https://monday.com/developers/apps
 */
export const Monday = defineOAuth<MondayProfile>({
  id: 'monday',
  name: 'monday.com',
  authorization: 'https://auth.monday.com/oauth2/authorize',
  token: 'https://auth.monday.com/oauth2/token',
  userinfo: {
    url: 'https://api.monday.com/v2',
    scheme: 'bare-token',
    body: { query: '{ me { id name email photo_original } }' },
  },
  scope: 'me:read',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { me } }) => ({ id: me.id, name: me.name, email: me.email, image: me.photo_original }),
  icon: () => import('./icons/monday.js'),
})

export default Monday
