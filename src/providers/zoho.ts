import type { OAuthUserConfig } from '../types/provider.js'
import { defineOAuth } from './define.js'

/** What `GET /oauth/user/info` answers. */
export interface ZohoProfile {
  [member: string]: unknown
  ZUID: number
  First_Name: string
  Last_Name: string
  Display_Name: string
  Email: string
}

/** Where the data of a person are, by the `location` that they come back with. */
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
 * Zoho. Give `domain` where the app is not registered in the United States: `zoho.eu`, `zoho.in`, `zohocloud.ca` and so on.
 *
 * - People of other data centres need "Multi-DC" turned on at the app, with the same client secret for all of them.
 * - A refresh token comes only with `access_type=offline`, and again only with `prompt=consent`.
 * - Scopes are separated by commas. Zoho does not say whether an address is proven.
 *
 * @see https://api-console.zoho.com/
 */
export function Zoho({
  domain = 'zoho.com',
  ...options
}: OAuthUserConfig<ZohoProfile> & { domain?: string | undefined } = {}) {
  const values = ({ location }: Readonly<Record<string, string>>) => ({
    domain: domainsByLocation.get(location) ?? domain,
  })
  return createProvider({ domain, ...options, callback: { ...options.callback, values } })
}

/** @alias */
export default Zoho
