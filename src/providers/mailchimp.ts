import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /oauth2/metadata`. */
export interface MailchimpProfile extends AdditionalClaims {
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
  /** The data center of the account, which determines the API host. */
  dc: string
  api_endpoint: string
}

/**
 * Signs users in with Mailchimp.
 *
 * - Mailchimp does not use scopes. The access token has all permissions of the user and does not expire.
 * - Mailchimp does not report whether an email address is verified.
 * - In development, use `127.0.0.1` in the redirect URI. Mailchimp rejects localhost.
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

export default Mailchimp
