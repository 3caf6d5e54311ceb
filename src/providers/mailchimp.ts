import { defineOAuth } from './define.js'

/** What `GET /oauth2/metadata` answers. */
export interface MailchimpProfile {
  [member: string]: unknown
  accountname: string
  role: string
  user_id: number | string
  login: {
    login_id: number | string
    login_name: string
    login_email: string
    email?: string | undefined
    avatar?: string | null | undefined
  }
  /** The data centre of the account, and where its API is. */
  dc: string
  api_endpoint: string
}

/**
 * Mailchimp.
 *
 * - There are no scopes: the access token may do all that the person may, and never expires.
 * - Mailchimp does not say whether an address is proven.
 * - The redirect URI of an app in development has `127.0.0.1`, as localhost is refused.
 *
 * @see https://admin.mailchimp.com/account/oauth2/
 */
export const Mailchimp = defineOAuth<MailchimpProfile>({
  id: 'mailchimp',
  name: 'Mailchimp',
  authorization: 'https://login.mailchimp.com/oauth2/authorize',
  token: { url: 'https://login.mailchimp.com/oauth2/token', tokenType: 'bearer' },
  userinfo: { url: 'https://login.mailchimp.com/oauth2/metadata', scheme: 'OAuth' },
  scope: null,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ login, accountname }) => ({
    id: String(login.login_id),
    name: accountname,
    email: login.email ?? login.login_email,
    image: null,
  }),
  style: { bg: '#000', text: '#fff' },
})

/** @alias */
export default Mailchimp
