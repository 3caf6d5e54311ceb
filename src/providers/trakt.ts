import { defineOAuth } from './define.js'

/** What `GET /users/me` answers. */
export interface TraktProfile {
  [member: string]: unknown
  username: string
  name: string | null
  /** `slug` is made of the user name. */
  ids: { slug: string }
  private: boolean
  vip: boolean
  joined_at: string
  location: string | null
  images?: { avatar?: { full?: string } } | undefined
}

/**
 * Trakt.
 *
 * - Accounts are kept under `ids.slug`, which follows the user name: who changes it comes back as somebody else, and
 *   whoever takes a name that was given up is its former owner.
 * - There is no e-mail address.
 * - Trakt asks apps to keep pictures on a server of their own rather than to link to them.
 *
 * @see https://trakt.tv/oauth/applications
 */
export const Trakt = defineOAuth<TraktProfile>({
  id: 'trakt',
  name: 'Trakt',
  authorization: 'https://trakt.tv/oauth/authorize',
  token: 'https://api.trakt.tv/oauth/token',
  userinfo: {
    url: 'https://api.trakt.tv/users/me?extended=full',
    headers: { 'trakt-api-version': '2', 'trakt-api-key': '{clientId}' },
  },
  scope: '',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ ids, name, username, images }) => ({
    id: ids.slug,
    name: name ?? username,
    email: null,
    image: images?.avatar?.full,
  }),
  icon: () => import('./icons/trakt.js'),
  style: { bg: '#ED2224', text: '#fff' },
})

/** @alias */
export default Trakt
