import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Descope's ID token. */
export interface DescopeProfile extends StandardClaims {
  phone_number?: string | undefined
}

/**
 * Descope. The client id is the id of the project.
 *
 * - A domain of your own, or a federated app, has an `issuer` of its own.
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

/** @alias */
export default Descope
