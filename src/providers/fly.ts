import { defineOAuth } from './define.js'

/** The response of `GET /oauth/token/info`. */
export interface FlyProfile {
  user_id: string
  user_name: string
  email: string
  organizations: ReadonlyArray<{ id: string; role: string }>
  scope: readonly string[]
}

/**
 * Signs users in with Fly.io. Fly.io issues client ids and secrets only to makers of its extensions.
 *
 * - Fly.io does not report whether an email address is verified.
 *
 * @see https://fly.io/docs/reference/extensions_api/
 */
export const Fly = defineOAuth<FlyProfile>({
  id: 'fly',
  name: 'Fly.io',
  authorization: 'https://api.fly.io/oauth/authorize',
  token: 'https://api.fly.io/oauth/token',
  userinfo: 'https://api.fly.io/oauth/token/info',
  scope: 'read',
  checks: ['state'],
  profile: ({ user_id, user_name, email }) => ({ id: user_id, name: user_name, email, image: null }),
  icon: () => import('./icons/fly.js'),
  style: { brandColor: '#24175B' },
})

export default Fly
