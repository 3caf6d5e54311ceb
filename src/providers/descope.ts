import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Descope's ID token. */
export interface DescopeProfile extends StandardClaims {
  [claim: string]: unknown
  phone_number?: string | undefined
  phone_number_verified?: boolean | undefined
}

/**
 * Signs users in with Descope. The client id is the project id.
 *
 * - If you use a custom domain or a federated app, set `issuer`.
 *
 * @see https://app.descope.com/applications
 */
export const Descope = defineOIDC<DescopeProfile>({
  id: 'descope',
  name: 'Descope',
  issuer: 'https://api.descope.com/{clientId}',
  checks: ['pkce', 'state'],
  style: { bg: '#1C1C23', text: '#ffffff' },
})

export default Descope
