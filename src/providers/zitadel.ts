import { defineOIDC } from './define.js'

/** What ZITADEL's userinfo endpoint answers. */
export interface ZitadelProfile {
  [claim: string]: unknown
  sub: string
  name: string
  given_name: string
  family_name: string
  preferred_username: string
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
  locale?: string | null | undefined
  updated_at: number
}

/**
 * ZITADEL. The issuer is the address of the instance, `https://acme-abcd.us1.zitadel.cloud`, or your own domain.
 *
 * - People are asked for at the userinfo endpoint, as an application's ID tokens do not have them unless "User Info inside
 *   ID Token" is on.
 * - A redirect URI with http, as in development, needs the application's dev mode.
 * - Organisations and projects are chosen with scopes that begin with `urn:zitadel:iam:`.
 *
 * @see https://zitadel.com/docs/guides/integrate/login/oidc
 */
export const ZITADEL = defineOIDC<ZitadelProfile>({ id: 'zitadel', name: 'ZITADEL', idToken: false })

/** @alias */
export default ZITADEL
