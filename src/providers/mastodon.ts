import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/v1/accounts/verify_credentials`. */
export interface MastodonProfile extends AdditionalClaims {
  /** The user's id on this instance. */
  id: string
  username: string
  display_name: string
  /** The URL of the user, unique across all instances. */
  url: string
  avatar_static: string
  locked: boolean
  bot: boolean
  created_at: string
}

/**
 * Signs users in with Mastodon. Set `issuer` to the URL of one Mastodon instance.
 *
 * - Each instance has its own apps. For a second instance, add a second provider with a different `id`.
 * - Mastodon does not return an email address.
 * - The default scope is `read`, which gives read access to everything. From Mastodon 4.3, `profile` is sufficient.
 *   Older instances need `read:accounts`.
 *
 * @see https://docs.joinmastodon.org/client/token/#app
 */
export const Mastodon = defineOAuth<MastodonProfile>({
  id: 'mastodon',
  name: 'Mastodon',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/api/v1/accounts/verify_credentials',
  scope: 'read',
  profile: ({ id, display_name, username, avatar_static }) => ({
    id,
    name: display_name || username,
    email: null,
    image: avatar_static,
  }),
  icon: () => import('./icons/mastodon.js'),
})

export default Mastodon
