import { defineOAuth } from './define.js'

/** The response of `GET /api/v1/user/oauth`. */
export interface DonationAlertsProfile {
  data: {
    id: number
    /** The name in the URL of the user's page. */
    code: string
    name: string
    avatar: string
    email: string
    /** A secret token for the Centrifugo service. */
    socket_connection_token: string
  }
}

/**
 * Signs users in with DonationAlerts.
 *
 * - DonationAlerts does not report whether an email address is verified.
 * - To refresh a token, send the scopes again.
 *
 * @see https://www.donationalerts.com/application/clients
 */
export const DonationAlerts = defineOAuth<DonationAlertsProfile>({
  id: 'donation-alerts',
  name: 'DonationAlerts',
  authorization: 'https://www.donationalerts.com/oauth/authorize',
  token: 'https://www.donationalerts.com/oauth/token',
  userinfo: 'https://www.donationalerts.com/api/v1/user/oauth',
  scope: 'oauth-user-show',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, name, email, avatar } }) => ({ id: String(id), name, email, image: avatar }),
})

export default DonationAlerts
