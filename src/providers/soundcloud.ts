import { defineOAuth } from './define.js'

/** The response of `GET /me`. */
export interface SoundCloudProfile {
  urn?: string | undefined
  /** The numeric id, which `urn` replaces. */
  id?: number | undefined
  username: string
  full_name?: string | undefined
  avatar_url?: string | undefined
}

/**
 * Signs users in with SoundCloud.
 *
 * - SoundCloud does not return an email address. SoundCloud does not use scopes.
 *
 * @see https://soundcloud.com/you/apps
 */
export const SoundCloud = defineOAuth<SoundCloudProfile>({
  id: 'soundcloud',
  name: 'SoundCloud',
  authorization: 'https://secure.soundcloud.com/authorize',
  token: 'https://secure.soundcloud.com/oauth/token',
  userinfo: { url: 'https://api.soundcloud.com/me', scheme: 'OAuth' },
  scope: null,
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ urn, id, username, avatar_url }) => ({
    id: urn ?? String(id),
    name: username,
    email: null,
    image: avatar_url,
  }),
  icon: () => import('./icons/soundcloud.js'),
  style: { brandColor: '#f50' },
})

export default SoundCloud
