import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Xero's ID token. */
export interface XeroProfile
  extends Pick<StandardClaims, 'sub' | 'given_name' | 'family_name' | 'preferred_username' | 'email'> {
  xero_userid?: string | undefined
}

/**
 * Signs users in with Xero.
 *
 * - To get a refresh token, add the scope `offline_access`.
 * - Xero does not report whether an email address is verified.
 *
 * @see https://developer.xero.com/app/manage
 */
export const Xero = defineOIDC<XeroProfile>({
  id: 'xero',
  name: 'Xero',
  issuer: 'https://identity.xero.com',
  checks: ['pkce', 'state'],
  profile: ({ xero_userid, sub, given_name, family_name, email }) => ({
    id: xero_userid ?? sub,
    name: [given_name, family_name].filter(Boolean).join(' '),
    email,
    image: null,
  }),
  icon: () => import('./icons/xero.js'),
  style: { brandColor: '#13b5ea' },
})

export default Xero
