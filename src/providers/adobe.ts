import { defineOAuth, type StandardClaims } from './define.js'

/** The userinfo response of Adobe. */
export interface AdobeProfile extends Omit<StandardClaims, 'preferred_username'> {
  /** `ind` for an individual account, `ent` for an account of an organization. */
  account_type?: string | undefined
  address?: { country?: string } | undefined
}

/**
 * Signs users in with Adobe. Create an "OAuth Web App" credential in the Developer Console.
 *
 * - Separate scopes with commas. To get a refresh token, add the scope `offline_access`.
 * - The redirect URI must use HTTPS, also on localhost.
 *
 * @see https://developer.adobe.com/console
 */
export const Adobe = defineOAuth<AdobeProfile>({
  id: 'adobe',
  name: 'Adobe',
  authorization: 'https://ims-na1.adobelogin.com/ims/authorize/v2',
  token: 'https://ims-na1.adobelogin.com/ims/token/v3',
  userinfo: 'https://ims-na1.adobelogin.com/ims/userinfo/v2',
  scope: 'openid,email,profile',
  checks: ['state'],
  icon: () => import('./icons/adobe.js'),
  style: { brandColor: '#FF0000' },
})

export default Adobe
