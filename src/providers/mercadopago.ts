import { defineOAuth } from './define.js'

/** The response of `GET /users/me`. */
export interface MercadoPagoProfile {
  id: number
  nickname: string
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | undefined
  country_id?: string | undefined
  status?: { confirmed_email?: boolean | undefined } | undefined
}

/**
 * Signs users in with Mercado Pago. Users sign in with their Mercado Libre accounts.
 *
 * - Set the scopes on the app. To get a refresh token, select `offline_access` there.
 *
 * @see https://www.mercadopago.com/developers/panel/app
 */
export const MercadoPago = defineOAuth<MercadoPagoProfile>({
  id: 'mercadopago',
  name: 'Mercado Pago',
  authorization: { url: 'https://auth.mercadopago.com/authorization', params: { platform_id: 'mp' } },
  token: 'https://api.mercadopago.com/oauth/token',
  userinfo: 'https://api.mercadopago.com/users/me',
  scope: null,
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, nickname, email }) => ({ id: String(id), name: nickname, email, image: null }),
  isEmailVerified: ({ status }) => status?.confirmed_email,
})

export default MercadoPago
