import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /auth/api/v1/users/me`. */
export interface FreshbooksProfile extends AdditionalClaims {
  response: {
    id: number
    identity_uuid: string
    first_name: string | null
    last_name: string | null
    email: string
    confirmed_at: string | null
    business_memberships: ReadonlyArray<{
      role: string
      business: { id: number; name: string; account_id: string | null }
    }>
  }
}

/**
 * Signs users in with FreshBooks.
 *
 * - Redirect URIs must use HTTPS.
 * - Select the scopes in the settings of the app, which needs `user:profile:read`.
 * - A refresh token can be used once.
 *
 * @see https://my.freshbooks.com/#/developer
 */
export const Freshbooks = defineOAuth<FreshbooksProfile>({
  id: 'freshbooks',
  name: 'Freshbooks',
  authorization: 'https://auth.freshbooks.com/oauth/authorize',
  token: 'https://api.freshbooks.com/auth/oauth/token',
  userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
  scope: null,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { id, first_name, last_name, email } }) => ({
    id: String(id),
    name: [first_name, last_name].filter(Boolean).join(' '),
    email,
  }),
  style: { bg: '#0075dd', text: '#fff' },
})

export default Freshbooks
