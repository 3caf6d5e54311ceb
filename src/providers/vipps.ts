import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The userinfo response of Vipps. */
export interface VippsProfile
  extends AdditionalClaims,
    Omit<StandardClaims, 'preferred_username' | 'picture'> {
  name: string
  email: string
  email_verified: boolean
  /** Requires the scope `phoneNumber`. */
  phone_number?: string | undefined
  /** Requires the scope `birthDate`. */
  birthdate?: string | undefined
  /** Requires the scope `address`. */
  address?: { street_address: string; postal_code: string; region: string; country: string } | undefined
}

/**
 * Signs users in with Vipps MobilePay.
 *
 * - For tests, set `issuer` to `https://apitest.vipps.no/access-management-1.0/access/`, with the trailing slash.
 * - Optional scopes are `phoneNumber`, `address`, `birthDate` and, by agreement, `nin`.
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

export default Vipps
