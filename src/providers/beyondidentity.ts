import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Beyond Identity's ID token. */
export interface BeyondIdentityProfile
  extends Pick<StandardClaims, 'sub' | 'name' | 'preferred_username' | 'email'> {}

/**
 * Signs users in with Beyond Identity. Set `issuer` to the issuer of the application:
 * `https://auth-<us or eu>.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`.
 *
 * - The environment variables have no underscore in the provider name: `AUTH_BEYONDIDENTITY_ID`.
 *
 * @see https://developer.beyondidentity.com
 */
export const BeyondIdentity = defineOIDC<BeyondIdentityProfile>({
  id: 'beyondidentity',
  name: 'Beyond Identity',
  style: { bg: '#5077c5', text: '#fff' },
})

export default BeyondIdentity
