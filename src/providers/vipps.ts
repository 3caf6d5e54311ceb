import { defineOIDC } from './define.js'

/** What Vipps' userinfo endpoint answers. */
export interface VippsProfile {
  [claim: string]: unknown
  sub: string
  name: string
  given_name?: string | undefined
  family_name?: string | undefined
  email: string
  email_verified: boolean
  /** With the scope `phoneNumber`. */
  phone_number?: string | undefined
  /** With the scope `birthDate`. */
  birthdate?: string | undefined
  /** With the scope `address`. */
  address?: { street_address: string; postal_code: string; region: string; country: string } | undefined
}

/**
 * Vipps MobilePay.
 *
 * - For tests the issuer is `https://apitest.vipps.no/access-management-1.0/access/`, with the slash at its end.
 * - Further scopes are `phoneNumber`, `address`, `birthDate` and, by agreement, `nin`.
 *
 * @see https://portal.vippsmobilepay.com/
 */
export const Vipps = defineOIDC<VippsProfile>({
  id: 'vipps',
  name: 'Vipps',
  issuer: 'https://api.vipps.no/access-management-1.0/access/',
  idToken: false,
  scope: 'openid name email',
  checks: ['pkce', 'state', 'nonce'],
  style: { brandColor: '#f05c18' },
})

/** @alias */
export default Vipps
