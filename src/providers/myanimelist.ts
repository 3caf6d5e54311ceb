import { defineOAuth } from './define.js'

/** The response of `GET /v2/users/@me`. */
export interface MyAnimeListProfile {
  id: number
  name: string
  picture?: string | undefined
}

/**
 * Signs users in with MyAnimeList.
 *
 * - MyAnimeList does not return an email address. MyAnimeList does not use scopes.
 *
 * @see https://myanimelist.net/apiconfig
 */
export const MyAnimeList = defineOAuth<MyAnimeListProfile>({
  id: 'myanimelist',
  name: 'MyAnimeList',
  authorization: 'https://myanimelist.net/v1/oauth2/authorize',
  token: 'https://myanimelist.net/v1/oauth2/token',
  userinfo: 'https://api.myanimelist.net/v2/users/@me',
  scope: null,
  checks: ['pkce', 'state'],
  codeChallengeMethod: 'plain',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, picture }) => ({ id: String(id), name, email: null, image: picture }),
  icon: () => import('./icons/myanimelist.js'),
  style: { brandColor: '#2e51a2' },
})

export default MyAnimeList
