import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of OneLogin's ID token. */
export interface OneLoginProfile extends AdditionalClaims, StandardClaims {
  /** Requires the scope `groups`. */
  groups?: string[] | undefined
  /** Requires the scope `params`. */
  params?: Record<string, string> | undefined
}

/**
 * Signs users in with OneLogin. Set `issuer` to the URL of the account without `/oidc/2`: `https://acme.onelogin.com`.
 *
 * - The authentication method of the application at the token endpoint must be `Basic`.
 * - To get groups and custom parameters, add the scopes `groups` and `params`.
 *
 * @see https://developers.onelogin.com/openid-connect/connect-to-onelogin
 */
export const OneLogin = defineOIDC<OneLoginProfile>({
  id: 'onelogin',
  name: 'OneLogin',
  wellKnown: '{issuer}/oidc/2/.well-known/openid-configuration',
  acceptedIssuers: ['{issuer}/oidc/2'],
})

export default OneLogin
