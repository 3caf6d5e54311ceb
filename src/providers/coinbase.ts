import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v2/user`. */
export interface CoinbaseProfile extends AdditionalClaims {
  data: {
    id: string
    name: string
    username: string | null
    email: string
    avatar_url: string
    country?: { code: string; name: string } | undefined
    native_currency?: string | undefined
  }
}

/**
 * Signs users in with Coinbase.
 *
 * - Coinbase must approve a new client.
 *
 * @see https://portal.cdp.coinbase.com
 */
export const Coinbase = defineOAuth<CoinbaseProfile>({
  id: 'coinbase',
  name: 'Coinbase',
  authorization: 'https://login.coinbase.com/oauth2/auth',
  token: 'https://login.coinbase.com/oauth2/token',
  userinfo: 'https://api.coinbase.com/v2/user',
  scope: 'wallet:user:email,wallet:user:read',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, name, email, avatar_url } }) => ({ id, name, email, image: avatar_url }),
  icon: () => import('./icons/coinbase.js'),
  style: { brandColor: '#0052ff' },
})

export default Coinbase
