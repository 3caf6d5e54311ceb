import { defineOAuth } from './define.js'

/** The response of `GET /api/public/current-user`. */
export interface TiltifyProfile {
  data: {
    id: string
    username: string
    email?: string | undefined
    avatar?: { src?: string | undefined } | null | undefined
    slug?: string | undefined
    url?: string | undefined
  }
}

/**
 * Signs users in with Tiltify.
 *
 * - Tiltify rarely returns an email address.
 *
 * @see https://app.tiltify.com/developers
 */
export const Tiltify = defineOAuth<TiltifyProfile>({
  id: 'tiltify',
  name: 'Tiltify',
  authorization: 'https://v5api.tiltify.com/oauth/authorize',
  token: 'https://v5api.tiltify.com/oauth/token',
  userinfo: {
    url: 'https://v5api.tiltify.com/api/public/current-user',
    headers: { 'client-id': '{clientId}' },
  },
  scope: 'public',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, username, email, avatar } }) => ({ id, name: username, email, image: avatar?.src }),
})

export default Tiltify
