import { defineOAuth } from './define.js'

/** What `GET /api/v1/user/oauth` answers. */
export interface DonationAlertsProfile {
  [member: string]: unknown
  data: {
    id: number
    /** The name in the address of their page. */
    code: string
    name: string
    avatar: string
    email: string
    /** For the centrifugo service; keep it from others. */
    socket_connection_token: string
  }
}

/**
 * DonationAlerts.
 *
 * - It does not say whether an address is proven.
 * - To renew a token, send the scopes again.
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

/** @alias */
export default DonationAlerts
