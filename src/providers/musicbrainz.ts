import { defineOAuth } from './define.js'

/** The userinfo response of MusicBrainz. */
export interface MusicBrainzProfile {
  metabrainz_user_id: number
  /** The name of the editor, which can change. */
  sub: string
  email?: string | undefined
  email_verified?: boolean | undefined
  profile?: string | undefined
}

/**
 * Signs users in with MusicBrainz.
 *
 * - To get a refresh token, set the request parameter `access_type=offline`.
 *
 * @see https://musicbrainz.org/account/applications
 */
export const MusicBrainz = defineOAuth<MusicBrainzProfile>({
  id: 'musicbrainz',
  name: 'MusicBrainz',
  authorization: 'https://musicbrainz.org/oauth2/authorize',
  token: 'https://musicbrainz.org/oauth2/token',
  userinfo: 'https://musicbrainz.org/oauth2/userinfo',
  scope: 'profile email',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ metabrainz_user_id, sub, email }) => ({
    id: String(metabrainz_user_id),
    name: sub,
    email,
    image: null,
  }),
  icon: () => import('./icons/musicbrainz.js'),
  style: { brandColor: '#ba478f' },
})

export default MusicBrainz
