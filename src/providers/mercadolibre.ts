import { defineOAuth } from './define.js'
import type { MercadoPagoProfile } from './mercadopago.js'

/** The response of `GET /users/me`. */
export interface MercadoLibreProfile extends MercadoPagoProfile {
  site_id?: string | undefined
  thumbnail?: { picture_url?: string | undefined } | null | undefined
}

/**
 * Signs users in with Mercado Libre. Set `domain` to the site of the users' country, such as `mercadolibre.com.ar` or
 * `mercadolivre.com.br`.
 *
 * - Set the scopes on the app. To get a refresh token, select `offline_access` there.
 * - The redirect URI must use HTTPS.
 *
 * @see https://developers.mercadolibre.com/devcenter
 */
export const MercadoLibre = defineOAuth<MercadoLibreProfile, { domain?: string }>({
  id: 'mercadolibre',
  name: 'Mercado Libre',
  authorization: 'https://auth.{domain}/authorization',
  token: 'https://api.mercadolibre.com/oauth/token',
  userinfo: 'https://api.mercadolibre.com/users/me',
  scope: null,
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, nickname, email, thumbnail }) => ({
    id: String(id),
    name: nickname,
    email,
    image: thumbnail?.picture_url,
  }),
  isEmailVerified: ({ status }) => status?.confirmed_email,
  domain: 'mercadolibre.com',
})

export default MercadoLibre
