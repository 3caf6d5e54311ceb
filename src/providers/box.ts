import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /2.0/users/me`. */
export interface BoxProfile extends AdditionalClaims {
  id: string
  name: string
  /** The email address. */
  login: string
  avatar_url: string
  language?: string | undefined
  timezone?: string | undefined
  status?: string | undefined
}

/**
 * Signs users in with Box.
 *
 * - Select the scopes in the settings of the app.
 * - The picture is visible only to users who are signed in to Box.
 *
 * @see https://app.box.com/developers/console
 */
export const Box = defineOAuth<BoxProfile>({
  id: 'box',
  name: 'Box',
  authorization: 'https://account.box.com/api/oauth2/authorize',
  token: 'https://api.box.com/oauth2/token',
  userinfo: 'https://api.box.com/2.0/users/me',
  scope: null,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, login, avatar_url }) => ({ id, name, email: login, image: avatar_url }),
  icon: () => import('./icons/box.js'),
  style: { bg: '#0075C9', text: '#fff' },
})

export default Box
