import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /me`. */
export interface AtlassianProfile extends AdditionalClaims {
  account_id: string
  account_type: string
  account_status: string
  name: string
  nickname?: string | undefined
  email?: string | undefined
  picture: string
  zoneinfo?: string | undefined
  locale?: string | undefined
}

/**
 * Signs users in with Atlassian. The accounts are those of Jira, Confluence and the other Atlassian cloud products.
 *
 * - The app needs the permission `read:me` of the User identity API.
 * - Users can hide their email address in their privacy settings. Atlassian does not report whether an email address is
 *   verified.
 * - To get a refresh token, add the scope `offline_access` and the request parameter `prompt=consent`.
 *
 * @see https://developer.atlassian.com/console/myapps/
 */
export const Atlassian = defineOAuth<AtlassianProfile>({
  id: 'atlassian',
  name: 'Atlassian',
  authorization: { url: 'https://auth.atlassian.com/authorize', params: { audience: 'api.atlassian.com' } },
  token: 'https://auth.atlassian.com/oauth/token',
  userinfo: 'https://api.atlassian.com/me',
  scope: 'read:me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ account_id, name, email, picture }) => ({ id: account_id, name, email, image: picture }),
  icon: () => import('./icons/atlassian.js'),
  style: { bg: '#fff', text: '#0052cc' },
})

export default Atlassian
