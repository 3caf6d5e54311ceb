import type { OAuthUserConfig } from '../types/provider.js'
import { defineOAuth } from './define.js'

/** The userinfo response of PayPal. */
export interface PayPalProfile {
  /** A URL that ends with the id, or the id. */
  user_id: string
  name?: string | undefined
  email?: string | undefined
  emails?: ReadonlyArray<{ value: string; primary?: boolean | undefined }> | undefined
  picture?: string | undefined
  payer_id?: string | undefined
  /** Whether PayPal verified the account. It does not refer to the email address. */
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
 * Signs users in with PayPal. For the sandbox, set `environment: 'sandbox'`.
 *
 * - To get name and email address, select them in the app under "Log in with PayPal", "Advanced options".
 * - The redirect URI cannot contain `localhost`. Use `127.0.0.1`.
 *
 * @see https://developer.paypal.com/dashboard/applications
 */
export function PayPal({
  environment,
  ...options
}: OAuthUserConfig<PayPalProfile> & { environment?: 'live' | 'sandbox' } = {}) {
  return createProvider({ ...options, ...(environment === 'sandbox' && { host: 'sandbox.paypal.com' }) })
}

export default PayPal
