import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Kinde's ID token. */
export interface KindeProfile extends StandardClaims {
  /** The organisations that they belong to. */
  org_codes?: string[] | undefined
}

/**
 * Kinde.
 *
 * - The issuer is your Kinde domain: `https://acme.kinde.com`, without a slash at its end.
 * - A refresh token comes only with the further scope `offline`.
 * - Kinde does not say whether an address is proven.
 *
 * @see https://app.kinde.com/
 */
export const Kinde = defineOIDC<KindeProfile>({
  id: 'kinde',
  name: 'Kinde',
  checks: ['state', 'pkce'],
  style: { bg: '#fff', text: '#0F0F0F' },
})

/** @alias */
export default Kinde
