import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of authentik's ID token. */
export interface AuthentikProfile extends AdditionalClaims {
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
 * Signs users in with authentik. Authentik is self-hosted. Set `issuer` to `https://<host>/application/o/<slug>`.
 *
 * - To get a refresh token, add the scope `offline_access`. The provider in authentik must include this scope.
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 */
export const Authentik = defineOIDC<AuthentikProfile>({
  id: 'authentik',
  name: 'Authentik',
  icon: () => import('./icons/authentik.js'),
})

export default Authentik
