import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /people/me`. */
export interface WebexProfile extends AdditionalClaims {
  id: string
  displayName: string
  firstName: string
  lastName: string
  emails: string[]
  avatar?: string | undefined
  /** The organization. */
  orgId: string
  timezone?: string | undefined
  type: 'person' | 'bot' | 'appuser'
}

/**
 * Signs users in with Webex. For Webex for Government, set `apiBaseUrl`.
 *
 * - Webex does not report whether an email address is verified.
 *
 * @see https://developer.webex.com/my-apps
 */
export const Webex = defineOAuth<WebexProfile, { apiBaseUrl?: string }>({
  id: 'webex',
  name: 'Webex',
  authorization: '{apiBaseUrl}/authorize',
  token: { url: '{apiBaseUrl}/access_token', tokenType: 'bearer' },
  userinfo: '{apiBaseUrl}/people/me',
  scope: 'spark:kms spark:people_read',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, displayName, emails, avatar }) => ({
    id,
    name: displayName,
    email: emails[0],
    image: avatar,
  }),
  icon: () => import('./icons/webex.js'),
  apiBaseUrl: 'https://webexapis.com/v1',
})

export default Webex
