import { defineOAuth } from './define.js'

/** What `GET /2.3/me` answers. */
export interface StackExchangeProfile {
  [member: string]: unknown
  items: ReadonlyArray<{
    /** The person on all sites. */
    account_id: number
    /** The person on this site. */
    user_id: number
    display_name: string
    profile_image?: string | undefined
    link?: string | undefined
    reputation?: number | undefined
  }>
}

/**
 * Stack Exchange. `apiKey` is the "Key" of the app; `site` says whose name and picture are asked for.
 *
 * - Only people who have an account on that site can sign in.
 * - No address. Further scopes are set apart by commas; a token that does not expire comes with `no_expiry`.
 *
 * @see https://stackapps.com/apps/oauth
 */
export const StackExchange = defineOAuth<StackExchangeProfile, { apiKey: string; site?: string }>({
  id: 'stack-exchange',
  name: 'Stack Exchange',
  authorization: 'https://stackoverflow.com/oauth',
  token: {
    url: 'https://stackoverflow.com/oauth/access_token/json',
    responseNames: { expires: 'expires_in' },
    tokenType: 'bearer',
  },
  userinfo: {
    url: 'https://api.stackexchange.com/2.3/me?site={site}&key={apiKey}',
    tokenParameter: 'access_token',
  },
  scope: '',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ items: [account] }) => ({
    id: String(account?.account_id),
    name: account?.display_name,
    email: null,
    image: account?.profile_image,
  }),
  icon: () => import('./icons/stack-exchange.js'),
  style: { brandColor: '#1e5397' },
  site: 'stackoverflow',
})

/** @alias */
export default StackExchange
