import type { OAuth2Config, OAuthUserConfig } from '../types/provider.js'

/**
 * Any OAuth 2 provider: where it authorizes, gives tokens and tells who it is. Several need an `id` each, which then
 * names their variables too: `AUTH_<ID>_ID` and `AUTH_<ID>_SECRET`.
 *
 * @example
 * ```ts
 * import OAuth from 'latchkey/providers/oauth'
 *
 * export const harbor = OAuth<{ uid: number; handle: string }>({
 *   id: 'harbor',
 *   name: 'Harbor',
 *   authorization: { url: 'https://harbor.example/oauth/authorize', params: { scope: 'profile' } },
 *   token: 'https://harbor.example/oauth/token',
 *   userinfo: 'https://harbor.example/api/me',
 *   profile: ({ uid, handle }) => ({ id: String(uid), name: handle }),
 * })
 * ```
 */
export function OAuth<Profile>(
  options: OAuthUserConfig<Profile> & Pick<OAuth2Config<Profile>, 'profile'>,
): OAuth2Config<Profile> {
  return { id: 'oauth', name: 'OAuth', type: 'oauth', options }
}

/** @alias */
export default OAuth
