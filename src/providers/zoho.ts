import type { OAuthUserConfig } from '../types/provider.js'
import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /oauth/user/info`. */
export interface ZohoProfile extends AdditionalClaims {
  ZUID: number
  First_Name: string
  Last_Name: string
  Display_Name: string
  Email: string
}

/** The Zoho domain by the `location` parameter of the callback. */
const domainsByLocation: ReadonlyMap<string | undefined, string> = new Map([
  ['us', 'zoho.com'],
  ['eu', 'zoho.eu'],
  ['in', 'zoho.in'],
  ['au', 'zoho.com.au'],
  ['jp', 'zoho.jp'],
  ['ca', 'zohocloud.ca'],
  ['cn', 'zoho.com.cn'],
  ['sa', 'zoho.sa'],
  ['uk', 'zoho.uk'],
])

const createProvider = defineOAuth<ZohoProfile, { domain: string }>({
  id: 'zoho',
  name: 'Zoho',
  authorization: 'https://accounts.{domain}/oauth/v2/auth',
  token: 'https://accounts.{callback.domain}/oauth/v2/token',
  userinfo: 'https://accounts.{callback.domain}/oauth/user/info',
  scope: 'AaaServer.profile.Read',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ ZUID, First_Name, Last_Name, Email }) => ({
    id: String(ZUID),
    name: `${First_Name} ${Last_Name}`,
    email: Email,
    image: null,
  }),
  icon: () => import('./icons/zoho.js'),
})

/**
 * Signs users in with Zoho. If the app is not registered in the United States, set `domain`, such as `zoho.eu`,
 * `zoho.in` or `zohocloud.ca`.
 *
 * - To support users of other data centers, turn on "Multi-DC" for the app with the same client secret for all of them.
 * - To get a refresh token, set the request parameter `access_type=offline`. To get another one later, also set
 *   `prompt=consent`.
 * - Separate scopes with commas. Zoho does not report whether an email address is verified.
 *
 * @see https://api-console.zoho.com/
 */
export function Zoho({
  domain = 'zoho.com',
  ...options
}: OAuthUserConfig<ZohoProfile> & { domain?: string | undefined } = {}) {
  const getPlaceholderValues = ({ location }: Readonly<Record<string, string>>) => ({
    domain: domainsByLocation.get(location) ?? domain,
  })
  return createProvider({ domain, ...options, callback: { ...options.callback, getPlaceholderValues } })
}

export default Zoho
