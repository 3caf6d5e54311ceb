import { defineOIDC } from './define.js'

/** What the userinfo endpoint answers. */
export interface SalesforceProfile {
  [claim: string]: unknown
  /** The person's address at Salesforce: `https://login.salesforce.com/id/<organisation>/<user>`. */
  sub: string
  user_id: string
  organization_id: string
  preferred_username: string
  nickname: string
  name?: string | undefined
  email: string
  email_verified: boolean
  picture?: string | undefined
  photos?: { picture?: string; thumbnail?: string } | undefined
  user_type: string
}

/**
 * Salesforce.
 *
 * - An organisation that demands its own domain is its own issuer, `https://acme.my.salesforce.com`; a sandbox is
 *   `https://test.salesforce.com`.
 * - `sub` is an address and not the plain id, which is `user_id`.
 * - A refresh token comes only with the further scope `refresh_token`.
 *
 * @see https://help.salesforce.com/s/articleView?id=sf.connected_app_create.htm
 */
export const Salesforce = defineOIDC<SalesforceProfile>({
  id: 'salesforce',
  name: 'Salesforce',
  issuer: 'https://login.salesforce.com',
  idToken: false,
  checks: ['pkce', 'state', 'nonce'],
  profile: ({ sub, name, nickname, email, picture, photos }) => ({
    id: sub,
    name: name ?? nickname,
    email,
    image: picture ?? photos?.picture,
  }),
  icon: () => import('./icons/salesforce.js'),
  style: { bg: '#00a1e0' },
})

/** @alias */
export default Salesforce
