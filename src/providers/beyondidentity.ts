import { defineOIDC } from './define.js'

/** The claims of Beyond Identity's ID token. */
export interface BeyondIdentityProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  preferred_username?: string | undefined
  email?: string | undefined
}

/**
 * Beyond Identity. The issuer is that of the application,
 * `https://auth-<us or eu>.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`.
 *
 * - The variables have no line in the name: `AUTH_BEYONDIDENTITY_ID`.
 *
 * @see https://developer.beyondidentity.com
 */
export const BeyondIdentity = defineOIDC<BeyondIdentityProfile>({
  id: 'beyondidentity',
  name: 'Beyond Identity',
  style: { bg: '#5077c5', text: '#fff' },
})

/** @alias */
export default BeyondIdentity
