import { defineOAuth } from './define.js'

/** The response of `GET /account`. */
export interface HerokuProfile {
  id: string
  name: string | null
  email: string
  /** Whether billing information is present. It does not refer to the email address. */
  verified: boolean
  /** Whether the user signs in through a company's identity provider. */
  federated: boolean
  two_factor_authentication: boolean
  created_at: string
}

/**
 * Signs users in with Heroku.
 *
 * - Heroku does not report whether an email address is verified. The member `verified` refers to billing.
 * - Redirect URIs must use HTTPS, except on localhost.
 *
 * @see https://dashboard.heroku.com/account/applications
 */
export const Heroku = defineOAuth<HerokuProfile>({
  id: 'heroku',
  name: 'Heroku',
  authorization: 'https://id.heroku.com/oauth/authorize',
  token: 'https://id.heroku.com/oauth/token',
  userinfo: {
    url: 'https://api.heroku.com/account',
    headers: { accept: 'application/vnd.heroku+json; version=3' },
  },
  scope: 'identity',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, email }) => ({ id, name: name ?? email, email, image: null }),
  icon: () => import('./icons/heroku.js'),
  style: { brandColor: '#430098' },
})

export default Heroku
