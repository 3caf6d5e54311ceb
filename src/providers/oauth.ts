import type { OAuth2Config, OAuthUserConfig } from '../types/provider.js'

/**
 * Signs users in with any OAuth 2 provider. Set its authorization, token and userinfo endpoints. To use several
 * providers, set a unique `id` for each. The `id` also determines the environment variables: `AUTH_<ID>_ID` and
 * `AUTH_<ID>_SECRET`.
 *
 * @example
 * ```ts
 * import OAuth from 'latchkey/providers/oauth'
 *
 * export const github = OAuth<{ id: number; login: string }>({
 *   id: 'github',
 *   name: 'GitHub',
 *   authorization: { url: 'https://github.com/login/oauth/authorize', params: { scope: 'read:user' } },
 *   token: 'https://github.com/login/oauth/access_token',
 *   userinfo: 'https://api.github.com/user',
 *   profile: ({ id, login }) => ({ id: String(id), name: login }),
 * })
 * ```
 */
export function OAuth<Profile>(
  options: OAuthUserConfig<Profile> & Pick<OAuth2Config<Profile>, 'profile'>,
): OAuth2Config<Profile> {
  return { id: 'oauth', name: 'OAuth', type: 'oauth', options }
}

export default OAuth
export type {
  AuthorizationEndpointHandler,
  OAuthEndpointType,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../types/endpoint.js'
export type { OIDCConfigInternal } from '../types/internal.js'
export type {
  AccountCallback,
  OAuth2Config,
  OAuthChecks,
  OAuthConfig,
  OAuthProviderButtonStyles,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
} from '../types/provider.js'
export type { OAuthProviderId } from '../types/provider-names.js'
