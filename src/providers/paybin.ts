import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Paybin's ID token. */
export type PaybinProfile = StandardClaims

/**
 * Signs users in with Paybin.
 *
 * - Paybin publishes little documentation. This provider follows the implementation in one other library.
 *
 * @see https://portal.paybin.io
 */
export const Paybin = defineOIDC<PaybinProfile>({
  id: 'paybin',
  name: 'Paybin',
  issuer: 'https://idp.paybin.io',
  authorization: '{issuer}/oauth2/authorize',
  token: '{issuer}/oauth2/token',
  checks: ['pkce', 'state'],
})

export default Paybin
