import { defineOAuth } from './define.js'

/** What `GET /api/v1/user` answers. */
export interface SeznamProfile {
  [member: string]: unknown
  oauth_user_id: string
  username?: string | undefined
  firstname?: string | undefined
  lastname?: string | undefined
  email?: string | undefined
  avatar_url?: string | null | undefined
}

/**
 * Seznam.
 *
 * - Further scopes are set apart by commas, and `identity` is always one of them.
 * - Seznam does not say whether an address is proven.
 *
 * @see https://vyvojari.seznam.cz/oauth/admin
 */
export const Seznam = defineOAuth<SeznamProfile>({
  id: 'seznam',
  name: 'Seznam',
  authorization: 'https://login.szn.cz/api/v1/oauth/auth',
  token: 'https://login.szn.cz/api/v1/oauth/token',
  userinfo: 'https://login.szn.cz/api/v1/user',
  scope: 'identity',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ oauth_user_id, firstname, lastname, email, avatar_url }) => ({
    id: oauth_user_id,
    name: [firstname, lastname].filter(Boolean).join(' '),
    email,
    image: avatar_url,
  }),
})

/** @alias */
export default Seznam
