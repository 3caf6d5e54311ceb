import { defineOAuth } from './define.js'

/** What `GET /oauth/token/info` answers. */
export interface FlyProfile {
  [member: string]: unknown
  user_id: string
  user_name: string
  email: string
  organizations: ReadonlyArray<{ id: string; role: string }>
  scope: readonly string[]
}

/**
 * Fly.io. Only for the makers of its extensions, whom Fly.io gives an id and a secret.
 *
 * - It does not say whether an address is proven.
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

/** @alias */
export default Fly
