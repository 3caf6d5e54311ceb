import type { OIDCConfig, OIDCUserConfig } from '../types/provider.js'
import type { Profile } from '../types/user.js'

/**
 * Signs users in with any OpenID Connect provider. Only `issuer` is required, because the rest is discovered. To use
 * several providers, set a unique `id` for each. The `id` also determines the environment variables: `AUTH_<ID>_ID`,
 * `AUTH_<ID>_SECRET` and `AUTH_<ID>_ISSUER`.
 *
 * @example
 * ```ts
 * import OIDC from 'latchkey/providers/oidc'
 *
 * export const google = OIDC({ id: 'google', name: 'Google', issuer: 'https://accounts.google.com' })
 * ```
 */
export function OIDC<Claims = Profile>(options: OIDCUserConfig<Claims> = {}): OIDCConfig<Claims> {
  return { id: 'oidc', name: 'OpenID Connect', type: 'oidc', options }
}

export default OIDC
