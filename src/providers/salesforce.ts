import { type AdditionalClaims, defineOIDC } from './define.js'

/** The userinfo response of Salesforce. */
export interface SalesforceProfile extends AdditionalClaims {
  /** The user's URL at Salesforce: `https://login.salesforce.com/id/<organization>/<user>`. */
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
 * Signs users in with Salesforce.
 *
 * - If your organization requires its own domain, set `issuer` to it: `https://acme.my.salesforce.com`. For a sandbox,
 *   use `https://test.salesforce.com`.
 * - `sub` is a URL. The plain id is `user_id`.
 * - To get a refresh token, add the scope `refresh_token`.
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

export default Salesforce
