import { defineOIDC } from './define.js'

/** The claims of Paybin's ID token. */
export interface PaybinProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  preferred_username?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
}

/**
 * Paybin.
 *
 * - Paybin documents little; what is here was found in one other library.
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

/** @alias */
export default Paybin
