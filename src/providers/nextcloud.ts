import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /ocs/v2.php/cloud/user`, with the URL of the picture. */
export interface NextcloudProfile extends AdditionalClaims {
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
 * Signs users in with Nextcloud. Set `issuer` to the URL of your Nextcloud server.
 *
 * - Nextcloud does not use scopes. An access token has all permissions of its user.
 * - Some servers show pictures only to signed-in users.
 * - Nextcloud does not report whether an email address is verified. Users can enter any address.
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

export default Nextcloud
