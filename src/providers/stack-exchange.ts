import { defineOAuth } from './define.js'

/** The response of `GET /2.3/me`. */
export interface StackExchangeProfile {
  items: ReadonlyArray<{
    /** The user's id on all sites. */
    account_id: number
    /** The user's id on this site. */
    user_id: number
    display_name: string
    profile_image?: string | undefined
    link?: string | undefined
    reputation?: number | undefined
  }>
}

/**
 * Signs users in with Stack Exchange. Set `apiKey` to the "Key" of the app. `site` selects the site whose name and
 * picture Latchkey requests.
 *
 * - Only users with an account on that site can sign in.
 * - Stack Exchange does not return an email address. Separate scopes with commas. For a token that does not expire, add
 *   the scope `no_expiry`.
 *
 * @see https://stackapps.com/apps/oauth
 */
export const StackExchange = defineOAuth<
  StackExchangeProfile,
  { apiKey: string | undefined; site?: string | undefined }
>({
  id: 'stack-exchange',
  name: 'Stack Exchange',
  authorization: 'https://stackoverflow.com/oauth',
  token: {
    url: 'https://stackoverflow.com/oauth/access_token/json',
    responseAliases: { expires: 'expires_in' },
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

export default StackExchange
