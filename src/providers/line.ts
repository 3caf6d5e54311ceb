import { defineOIDC } from './define.js'

/** The claims of LINE's ID token. */
export interface LineProfile {
  [claim: string]: unknown
  sub: string
  name: string
  picture?: string | undefined
  email?: string | undefined
  amr?: string[] | undefined
}

/**
 * LINE.
 *
 * - The client id is the number of a LINE Login channel.
 * - An address comes only after the channel was granted the permission for it. LINE does not say whether it is proven.
 * - `sub` differs for each provider that channels belong to: make all channels of a product in one.
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

/** @alias */
export default LINE
