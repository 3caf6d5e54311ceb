import { defineOAuth } from './define.js'

/** What `GET /ocs/v2.php/cloud/user` answers, and the address of the picture. */
export interface NextcloudProfile {
  [member: string]: unknown
  ocs: {
    data: {
      id: string
      displayname?: string | undefined
      'display-name'?: string | undefined
      email: string | null
      groups: string[]
      language: string
      enabled: boolean
    }
  }
  picture: string
}

/**
 * Nextcloud: one server, whose address is the issuer.
 *
 * - There are no scopes: an access token may do whatever its person may.
 * - The picture can be seen without signing in on some servers only.
 * - Nextcloud does not say whether an address is proven, and people may write any.
 *
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 */
export const Nextcloud = defineOAuth<NextcloudProfile>({
  id: 'nextcloud',
  name: 'Nextcloud',
  authorization: '{issuer}/apps/oauth2/authorize',
  token: '{issuer}/apps/oauth2/api/v1/token',
  userinfo: {
    url: '{issuer}/ocs/v2.php/cloud/user?format=json',
    headers: { 'ocs-apirequest': 'true' },
    profileUrls: { picture: '{issuer}/avatar/{tokens.user_id}/512' },
  },
  scope: null,
  profile: ({ ocs: { data }, picture }) => ({
    id: data.id,
    name: data.displayname ?? data['display-name'],
    email: data.email,
    image: picture,
  }),
  icon: () => import('./icons/nextcloud.js'),
  style: { bg: '#fff', text: '#0082C9' },
})

/** @alias */
export default Nextcloud
