import { defineOAuth } from './define.js'

/** What `GET /v2/user` answers. */
export interface DribbbleProfile {
  [member: string]: unknown
  id: number
  name: string
  login: string
  email?: string | undefined
  avatar_url: string
  html_url: string
  pro: boolean
}

/**
 * Dribbble. Few new apps are let in.
 *
 * - Nobody has an address.
 * - `scope: 'public upload'` lets the app upload shots.
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

/** @alias */
export default Dribbble
