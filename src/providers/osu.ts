import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/v2/me`. */
export interface OsuProfile extends AdditionalClaims {
  id: number
  username: string
  avatar_url: string
  country_code: string
  is_restricted: boolean
  is_supporter: boolean
  join_date: string
  playmode: string
}

/**
 * Signs users in with osu!
 *
 * - osu! does not return an email address.
 *
 * @see https://osu.ppy.sh/home/account/edit#oauth
 */
export const Osu = defineOAuth<OsuProfile>({
  id: 'osu',
  name: 'osu!',
  authorization: 'https://osu.ppy.sh/oauth/authorize',
  token: 'https://osu.ppy.sh/oauth/token',
  userinfo: 'https://osu.ppy.sh/api/v2/me',
  scope: 'identify',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username, avatar_url }) => ({
    id: String(id),
    name: username,
    email: null,
    image: avatar_url,
  }),
  icon: () => import('./icons/osu.js'),
})

/** The part of {@link OsuProfile} that other users see. The name in Auth.js. */
export type OsuUserCompact = Pick<
  OsuProfile,
  'id' | 'username' | 'avatar_url' | 'country_code' | 'is_supporter'
>

export default Osu
