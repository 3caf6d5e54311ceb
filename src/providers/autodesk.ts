import { defineOAuth, type StandardClaims } from './define.js'

/** The userinfo response of Autodesk. */
export interface AutodeskProfile extends StandardClaims {
  name: string
  locale?: string | undefined
  company?: string | undefined
  country_code?: string | undefined
}

/**
 * Signs users in with Autodesk. Create a "Traditional Web App" in Autodesk Platform Services.
 *
 * - To access users' files, add scopes: `openid user-profile:read data:read`.
 * - A refresh token can be used once.
 *
 * @see https://aps.autodesk.com/myapps
 */
export const Autodesk = defineOAuth<AutodeskProfile>({
  id: 'autodesk',
  name: 'Autodesk',
  authorization: 'https://developer.api.autodesk.com/authentication/v2/authorize',
  token: 'https://developer.api.autodesk.com/authentication/v2/token',
  userinfo: 'https://api.userprofile.autodesk.com/userinfo',
  scope: 'openid user-profile:read',
  checks: ['pkce', 'state'],
  icon: () => import('./icons/autodesk.js'),
})

export default Autodesk
