import { defineOAuth } from './define.js'

/** The response of the `viewer` query. */
export interface AniListProfile {
  data: { Viewer: { id: number; name: string; avatar?: { large?: string | null } | null | undefined } }
}

/**
 * Signs users in with AniList.
 *
 * - AniList does not return an email address. AniList does not use scopes.
 * - An access token is valid for one year and cannot be refreshed.
 *
 * @see https://anilist.co/settings/developer
 */
export const AniList = defineOAuth<AniListProfile>({
  id: 'anilist',
  name: 'AniList',
  authorization: 'https://anilist.co/api/v2/oauth/authorize',
  token: 'https://anilist.co/api/v2/oauth/token',
  userinfo: {
    url: 'https://graphql.anilist.co',
    body: { query: '{ Viewer { id name avatar { large } } }' },
  },
  scope: null,
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { Viewer } }) => ({
    id: String(Viewer.id),
    name: Viewer.name,
    email: null,
    image: Viewer.avatar?.large,
  }),
  icon: () => import('./icons/anilist.js'),
  style: { brandColor: '#02A9FF' },
})

export default AniList
