import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v2/user`. */
export interface DribbbleProfile extends AdditionalClaims {
  id: number
  name: string
  login: string
  email?: string | undefined
  avatar_url: string
  html_url: string
  pro: boolean
}

/**
 * Signs users in with Dribbble. Dribbble accepts few new apps.
 *
 * - Dribbble does not return an email address.
 * - To let the app upload shots, set `scope: 'public upload'`.
 *
 * @see https://dribbble.com/account/applications/new
 */
export const Dribbble = defineOAuth<DribbbleProfile, { scope?: string }>({
  id: 'dribbble',
  name: 'Dribbble',
  authorization: { url: 'https://dribbble.com/oauth/authorize', params: { scope: '{scope}' } },
  token: 'https://dribbble.com/oauth/token',
  userinfo: 'https://api.dribbble.com/v2/user',
  scope: 'public',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, login, email, avatar_url }) => ({
    id: String(id),
    name: name ?? login,
    email,
    image: avatar_url,
  }),
  icon: () => import('./icons/dribbble.js'),
  style: { bg: '#000', text: '#fff' },
})

export default Dribbble
