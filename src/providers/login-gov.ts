import { defineOIDC, type StandardClaims } from './define.js'

/** The userinfo response of Login.gov. */
export interface LoginGovProfile
  extends Pick<StandardClaims, 'sub' | 'given_name' | 'family_name' | 'email' | 'email_verified'> {
  /** All email addresses. Requires the scope `all_emails`. */
  all_emails?: readonly string[] | undefined
  /** The identity assurance level. */
  ial?: string | undefined
  /** The authenticator assurance level. */
  aal?: string | undefined
}

/**
 * Signs users in with Login.gov. Login.gov is for agencies of the United States. There is no client secret. Set
 * `privateKey` to the PKCS#8 text ("BEGIN PRIVATE KEY") of the registered certificate's key.
 *
 * - For the sandbox, set `issuer` to `https://idp.int.identitysandbox.gov/`.
 * - The profile has no name unless the app requests a verified identity: set `acr_values` and add the scope
 *   `profile:name`.
 *
 * @see https://dashboard.int.identitysandbox.gov
 */
export const LoginGov = defineOIDC<LoginGovProfile, { privateKey: string }>({
  id: 'login-gov',
  name: 'Login.gov',
  issuer: 'https://secure.login.gov/',
  authorization: { params: { acr_values: 'urn:acr.login.gov:auth-only' } },
  token: { clientPrivateKey: '{privateKey}', assertionAudience: 'token' },
  idToken: false,
  scope: 'openid email',
  checks: ['state', 'nonce'],
  client: { token_endpoint_auth_method: 'private_key_jwt' },
  profile: ({ sub, email }) => ({ id: sub, name: null, email, image: null }),
  style: { brandColor: '#112e51' },
})

export default LoginGov
