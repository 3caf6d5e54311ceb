import type { OAuthUserConfig } from '../types/provider.js'
import { defineOAuth } from './define.js'

/** What PayPal's userinfo endpoint answers. */
export interface PayPalProfile {
  [member: string]: unknown
  /** An address that ends with the id, or the id alone. */
  user_id: string
  name?: string | undefined
  email?: string | undefined
  emails?: ReadonlyArray<{ value: string; primary?: boolean | undefined }> | undefined
  picture?: string | undefined
  payer_id?: string | undefined
  /** Whether PayPal knows who it is; says nothing about the address. */
  verified_account?: boolean | 'true' | 'false' | undefined
}

const createProvider = defineOAuth<PayPalProfile, { host?: string }>({
  id: 'paypal',
  name: 'PayPal',
  authorization: { url: 'https://www.{host}/signin/authorize', params: { flowEntry: 'static' } },
  token: 'https://api-m.{host}/v1/oauth2/token',
  userinfo: 'https://api-m.{host}/v1/identity/oauth2/userinfo?schema=paypalv1.1',
  profile: ({ user_id, name, email, emails, picture }) => ({
    id: user_id,
    name,
    email: emails?.find(({ primary }) => primary)?.value ?? email,
    image: picture,
  }),
  icon: () => import('./icons/paypal.js'),
  style: { brandColor: '#003087' },
  host: 'paypal.com',
})

/**
 * PayPal, or its sandbox with `environment: 'sandbox'`.
 *
 * - Name and address come only if "Log in with PayPal" of the app has them ticked under "Advanced options".
 * - The redirect URI may not be `localhost`; use `127.0.0.1`.
 *
 * @see https://developer.paypal.com/dashboard/applications
 */
export function PayPal({
  environment,
  ...options
}: OAuthUserConfig<PayPalProfile> & { environment?: 'live' | 'sandbox' } = {}) {
  return createProvider({ ...options, ...(environment === 'sandbox' && { host: 'sandbox.paypal.com' }) })
}

/** @alias */
export default PayPal
