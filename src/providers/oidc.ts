import type { OIDCConfig, OIDCUserConfig } from '../types/provider.js'
import type { Profile } from '../types/user.js'

/**
 * Any OpenID Connect provider: its `issuer` is enough, the rest is discovered. Several need an `id` each, which then
 * names their variables too: `AUTH_<ID>_ID`, `AUTH_<ID>_SECRET`, `AUTH_<ID>_ISSUER`.
 *
 * @example
 * ```ts
 * import OIDC from 'latchkey/providers/oidc'
 *
 * export const harbor = OIDC({ id: 'harbor', name: 'Harbor', issuer: 'https://harbor.example' })
 * ```
 */
export function OIDC<Claims = Profile>(options: OIDCUserConfig<Claims> = {}): OIDCConfig<Claims> {
  return { id: 'oidc', name: 'OpenID Connect', type: 'oidc', options }
}

/** @alias */
export default OIDC
