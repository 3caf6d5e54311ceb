import { defineOAuth } from './define.js'

/** The response of `GET /v2.0/me`. */
export interface ZaloProfile {
  id: string
  name: string
  picture?: { data?: { url?: string | undefined } | undefined } | undefined
}

/**
 * Signs users in with Zalo.
 *
 * - Zalo does not return an email address. Zalo does not use scopes.
 * - Zalo rejects profile requests from servers outside Vietnam.
 *
 * @see https://developers.zalo.me/apps
 */
export const Zalo = defineOAuth<ZaloProfile>({
  id: 'zalo',
  name: 'Zalo',
  authorization: { url: 'https://oauth.zaloapp.com/v4/permission', parameterNames: { client_id: 'app_id' } },
  token: {
    url: 'https://oauth.zaloapp.com/v4/access_token',
    parameterNames: { client_id: 'app_id' },
    headers: { secret_key: '{clientSecret}' },
    tokenType: 'bearer',
  },
  userinfo: {
    url: 'https://graph.zalo.me/v2.0/me?fields=id,name,picture',
    scheme: 'no-header',
    headers: { access_token: '{tokens.access_token}' },
  },
  scope: null,
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ id, name, picture }) => ({ id, name, email: null, image: picture?.data?.url }),
  icon: () => import('./icons/zalo.js'),
  style: { brandColor: '#0068ff' },
})

export default Zalo
