import { defineOAuth } from './define.js'

/** What Adobe's userinfo endpoint answers. */
export interface AdobeProfile {
  [claim: string]: unknown
  sub: string
  /** `ind` for a person, `ent` for a member of an organisation. */
  account_type?: string | undefined
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
  address?: { country?: string } | undefined
}

/**
 * Adobe. The credential is an "OAuth Web App" of the Developer Console.
 *
 * - Scopes are separated by commas. A refresh token comes with the scope `offline_access`.
 * - The redirect URI must be https, also at localhost.
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

/** @alias */
export default Adobe
