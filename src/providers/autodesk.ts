import { defineOAuth, type StandardClaims } from './define.js'

/** What Autodesk's userinfo endpoint answers. */
export interface AutodeskProfile extends StandardClaims {
  name: string
  locale?: string | undefined
  company?: string | undefined
  country_code?: string | undefined
}

/**
 * Autodesk. The app is a "Traditional Web App" of Autodesk Platform Services.
 *
 * - Scopes for people's files come on top: `openid user-profile:read data:read`.
 * - A refresh token is good for one use.
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

/** @alias */
export default Autodesk
