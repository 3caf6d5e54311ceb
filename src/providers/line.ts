import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of LINE's ID token. */
export interface LineProfile extends AdditionalClaims {
  sub: string
  name: string
  picture?: string | undefined
  email?: string | undefined
  amr?: string[] | undefined
}

/**
 * Signs users in with LINE.
 *
 * - The client id is the channel id of a LINE Login channel.
 * - The email address requires a permission on the channel. LINE does not report whether an email address is verified.
 * - `sub` differs per LINE provider. Create all channels of a product under the same LINE provider.
 *
 * @see https://developers.line.biz/console/
 */
export const LINE = defineOIDC<LineProfile>({
  id: 'line',
  name: 'LINE',
  issuer: 'https://access.line.me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'HS256' },
  icon: () => import('./icons/line.js'),
  style: { bg: '#00C300', text: '#fff' },
})

export default LINE
