import { defineOAuth } from './define.js'

/** The response of `GET /public/v1/users`. */
export interface KickProfile {
  data: ReadonlyArray<{
    user_id: number
    name: string
    email?: string | undefined
    profile_picture?: string | undefined
  }>
}

/**
 * Signs users in with Kick.
 *
 * - Kick does not report whether an email address is verified.
 *
 * @see https://kick.com/settings/developer
 */
export const Kick = defineOAuth<KickProfile>({
  id: 'kick',
  name: 'Kick',
  authorization: 'https://id.kick.com/oauth/authorize',
  token: 'https://id.kick.com/oauth/token',
  userinfo: 'https://api.kick.com/public/v1/users',
  scope: 'user:read',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: [user] }) => ({
    id: String(user?.user_id),
    name: user?.name,
    email: user?.email,
    image: user?.profile_picture,
  }),
  icon: () => import('./icons/kick.js'),
  style: { brandColor: '#53fc19' },
})

export default Kick
