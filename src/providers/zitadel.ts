import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The userinfo response of ZITADEL. */
export interface ZitadelProfile extends AdditionalClaims, StandardClaims {
  name: string
  given_name: string
  family_name: string
  preferred_username: string
  locale?: string | null | undefined
  updated_at: number
}

/**
 * Signs users in with ZITADEL. Set `issuer` to the URL of the instance, such as `https://acme-abcd.us1.zitadel.cloud`,
 * or to your custom domain.
 *
 * - Latchkey reads the profile from the userinfo endpoint. ID tokens contain it only if "User Info inside ID Token" is
 *   on.
 * - A redirect URI with HTTP, as in development, requires the dev mode of the application.
 * - To select organizations and projects, add scopes that begin with `urn:zitadel:iam:`.
 *
 * @see https://zitadel.com/docs/guides/integrate/login/oidc
 */
export const ZITADEL = defineOIDC<ZitadelProfile>({ id: 'zitadel', name: 'ZITADEL', idToken: false })

export default ZITADEL
