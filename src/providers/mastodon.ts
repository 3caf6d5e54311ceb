import { defineOAuth } from './define.js'

/** What `GET /api/v1/accounts/verify_credentials` answers. */
export interface MastodonProfile {
  [member: string]: unknown
  /** Of this instance alone. */
  id: string
  username: string
  display_name: string
  /** Of one person in the whole network. */
  url: string
  avatar_static: string
  locked: boolean
  bot: boolean
  created_at: string
}

/**
 * Mastodon: one instance, whose address is the issuer.
 *
 * - Every instance knows its own apps only. For a second instance take a second provider with an `id` of its own.
 * - There is no e-mail address.
 * - From Mastodon 4.3 on the scope `profile` is enough, and on older instances `read:accounts`; `read`, which is sent,
 *   lets the app read everything.
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

/** @alias */
export default Mastodon
