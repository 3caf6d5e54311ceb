import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v1/me`. */
export interface SpotifyProfile extends AdditionalClaims {
  id: string
  display_name: string | null
  email?: string | undefined
  images?: ReadonlyArray<{ url: string; width: number | null; height: number | null }> | undefined
  uri: string
  country?: string | undefined
  product?: string | undefined
}

/**
 * Signs users in with Spotify. Since 2026, an app without extended quota accepts five registered users and gets no
 * email addresses.
 *
 * - Spotify does not verify email addresses.
 * - Spotify rejects redirect URIs with `http://localhost`. Use `http://127.0.0.1` or HTTPS.
 *
 * @see https://developer.spotify.com/dashboard
 */
export const Spotify = defineOAuth<SpotifyProfile>({
  id: 'spotify',
  name: 'Spotify',
  authorization: 'https://accounts.spotify.com/authorize',
  token: 'https://accounts.spotify.com/api/token',
  userinfo: 'https://api.spotify.com/v1/me',
  scope: 'user-read-email',
  profile: ({ id, display_name, email, images }) => ({
    id,
    name: display_name,
    email,
    image: images?.[0]?.url,
  }),
  icon: () => import('./icons/spotify.js'),
  style: { brandColor: '#1db954' },
})

/** A picture of the user. The name in Auth.js. */
export type SpotifyImage = NonNullable<SpotifyProfile['images']>[number]

export default Spotify
