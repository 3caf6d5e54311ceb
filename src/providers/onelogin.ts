import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of OneLogin's ID token. */
export interface OneLoginProfile extends StandardClaims {
  /** With the scope `groups`. */
  groups?: string[] | undefined
  /** With the scope `params`. */
  params?: Record<string, string> | undefined
}

/**
 * OneLogin. The issuer is the address of the account, `https://acme.onelogin.com`, without `/oidc/2`.
 *
 * - The application's authentication method at the token endpoint must be `Basic`.
 * - Groups and custom parameters need the further scopes `groups` and `params`.
 *
 * @see https://developers.onelogin.com/openid-connect/connect-to-onelogin
 */
export const OneLogin = defineOIDC<OneLoginProfile>({
  id: 'onelogin',
  name: 'OneLogin',
  wellKnown: '{issuer}/oidc/2/.well-known/openid-configuration',
  acceptedIssuers: ['{issuer}/oidc/2'],
})

/** @alias */
export default OneLogin
