import { defineOIDC } from './define.js'

/** What Login.gov's userinfo endpoint answers. */
export interface LoginGovProfile {
  [claim: string]: unknown
  sub: string
  email?: string | undefined
  email_verified?: boolean | undefined
  /** All addresses, with the scope `all_emails`. */
  all_emails?: readonly string[] | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  /** How well the person is known. */
  ial?: string | undefined
  /** How they signed in. */
  aal?: string | undefined
}

/**
 * Login.gov, for agencies of the United States. There is no secret: `privateKey` is the text of the PKCS#8 file whose
 * certificate you registered ("BEGIN PRIVATE KEY").
 *
 * - The sandbox has the issuer `https://idp.int.identitysandbox.gov/`.
 * - No name, unless the app asks for an identity that was proven: `acr_values` and the scope `profile:name`.
 *
 * @see https://dashboard.int.identitysandbox.gov
 */
export const LoginGov = defineOIDC<LoginGovProfile, { privateKey: string }>({
  id: 'login-gov',
  name: 'Login.gov',
  issuer: 'https://secure.login.gov/',
  authorization: { params: { acr_values: 'urn:acr.login.gov:auth-only' } },
  token: { clientPrivateKey: '{privateKey}', audience: 'token' },
  idToken: false,
  scope: 'openid email',
  checks: ['state', 'nonce'],
  client: { token_endpoint_auth_method: 'private_key_jwt' },
  profile: ({ sub, email }) => ({ id: sub, name: null, email, image: null }),
  style: { brandColor: '#112e51' },
})

/** @alias */
export default LoginGov
