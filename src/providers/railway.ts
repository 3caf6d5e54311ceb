import { defineOIDC, type StandardClaims } from './define.js'

/** The userinfo response of Railway. */
export interface RailwayProfile extends Pick<StandardClaims, 'sub' | 'name' | 'email' | 'picture'> {}

/**
 * Signs users in with Railway.
 *
 * - To get a refresh token, add the scope `offline_access` and the request parameter `prompt=consent`.
 * - Railway does not report whether an email address is verified.
 *
 * @see https://docs.railway.com/integrations/oauth/creating-an-app
 */
export const Railway = defineOIDC<RailwayProfile>({
  id: 'railway',
  name: 'Railway',
  issuer: 'https://backboard.railway.com',
  wellKnown: 'https://backboard.railway.com/oauth/.well-known/openid-configuration',
  idToken: false,
  checks: ['pkce', 'state'],
  client: { id_token_signed_response_alg: 'ES256' },
  icon: () => import('./icons/railway.js'),
  style: { brandColor: '#0b0d0e' },
})

export default Railway
