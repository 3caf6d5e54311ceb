import { defineOAuth } from './define.js'

/** What `GET /account` answers. */
export interface HerokuProfile {
  [member: string]: unknown
  id: string
  name: string | null
  email: string
  /** Whether there is billing information, and nothing about the address. */
  verified: boolean
  /** Whether they come from a company's own identity provider. */
  federated: boolean
  two_factor_authentication: boolean
  created_at: string
}

/**
 * Heroku.
 *
 * - It does not say whether an address is proven: `verified` is about billing.
 * - Redirect URIs must be https, but for those of localhost.
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

/** @alias */
export default Heroku
