import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Kinde's ID token. */
export interface KindeProfile extends AdditionalClaims, StandardClaims {
  /** The organizations of the user. */
  org_codes?: string[] | undefined
}

/**
 * Signs users in with Kinde.
 *
 * - Set `issuer` to your Kinde domain, without a trailing slash: `https://acme.kinde.com`.
 * - To get a refresh token, add the scope `offline`.
 * - Kinde does not report whether an email address is verified.
 *
 * @see https://app.kinde.com/
 */
export const Kinde = defineOIDC<KindeProfile>({
  id: 'kinde',
  name: 'Kinde',
  checks: ['state', 'pkce'],
  style: { bg: '#fff', text: '#0F0F0F' },
})

export default Kinde
