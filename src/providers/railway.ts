import { defineOIDC } from './define.js'

/** What Railway's userinfo endpoint answers. */
export interface RailwayProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  email?: string | undefined
  picture?: string | undefined
}

/**
 * Railway.
 *
 * - A refresh token comes with the scope `offline_access`, and only with `prompt=consent`.
 * - Railway does not say whether an address is proven.
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

/** @alias */
export default Railway
