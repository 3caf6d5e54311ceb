import { defineOAuth } from './define.js'

/** The response of `GET /api/v1/user`. */
export interface SeznamProfile {
  oauth_user_id: string
  username?: string | undefined
  firstname?: string | undefined
  lastname?: string | undefined
  email?: string | undefined
  avatar_url?: string | null | undefined
}

/**
 * Signs users in with Seznam.
 *
 * - Separate scopes with commas. Always include `identity`.
 * - Seznam does not report whether an email address is verified.
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

export default Seznam
