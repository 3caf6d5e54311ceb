import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /users/me`. */
export interface TraktProfile extends AdditionalClaims {
  username: string
  name: string | null
  /** `slug` is derived from the user name. */
  ids: { slug: string }
  private: boolean
  vip: boolean
  joined_at: string
  location: string | null
  images?: { avatar?: { full?: string } } | undefined
}

/**
 * Signs users in with Trakt.
 *
 * - The account id is `ids.slug`, which follows the user name. A user with a new name gets a new account. A user who
 *   takes over a released name gets the account of its previous owner.
 * - Trakt does not return an email address.
 * - Trakt asks apps to store pictures on their own server instead of linking to them.
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

/** The name of {@link TraktProfile} in Auth.js. */
export type TraktUser = TraktProfile

export default Trakt
