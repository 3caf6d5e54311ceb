import { defineOAuth } from './define.js'

/** The response of `GET /client/v4/user`. */
export interface CloudflareProfile {
  result: {
    id: string
    email: string
    first_name?: string | null | undefined
    last_name?: string | null | undefined
    username?: string | undefined
    country?: string | null | undefined
    two_factor_authentication_enabled?: boolean | undefined
  }
}

/**
 * Signs users in with Cloudflare. Users sign in with their Cloudflare dashboard accounts. Cloudflare Access is a
 * different product.
 *
 * - The client needs the scope "User Details Read" and the authentication method `client_secret_basic`.
 * - Many users have no name. Cloudflare does not report whether an email address is verified.
 *
 * @see https://dash.cloudflare.com/?to=/:account/oauth-clients
 */
export const Cloudflare = defineOAuth<CloudflareProfile>({
  id: 'cloudflare',
  name: 'Cloudflare',
  authorization: 'https://dash.cloudflare.com/oauth2/auth',
  token: 'https://dash.cloudflare.com/oauth2/token',
  userinfo: 'https://api.cloudflare.com/client/v4/user',
  scope: 'user-details.read',
  checks: ['pkce', 'state'],
  profile: ({ result: { id, first_name, last_name, email } }) => ({
    id,
    name: [first_name, last_name].filter(Boolean).join(' ') || null,
    email,
    image: null,
  }),
  icon: () => import('./icons/cloudflare.js'),
  style: { brandColor: '#F38020' },
})

export default Cloudflare
