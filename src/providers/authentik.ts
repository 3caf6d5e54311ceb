import { defineOIDC } from './define.js'

/** The claims of authentik's ID token. */
export interface AuthentikProfile {
  [claim: string]: unknown
  sub: string
  name: string
  preferred_username: string
  nickname: string
  given_name: string
  email: string
  email_verified: boolean
  groups: readonly string[]
}

/**
 * Authentik, on a server of your own. The issuer is `https://<host>/application/o/<slug>`.
 *
 * - A refresh token comes with the scope `offline_access`, which the provider must have among its own.
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 */
export const Authentik = defineOIDC<AuthentikProfile>({
  id: 'authentik',
  name: 'Authentik',
  icon: () => import('./icons/authentik.js'),
})

/** @alias */
export default Authentik
