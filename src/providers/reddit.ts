import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /api/v1/me`. */
export interface RedditProfile extends AdditionalClaims {
  id: string
  name: string
  /** The URL of the picture, with a query that is escaped for HTML. */
  icon_img?: string | undefined
  snoovatar_img?: string | undefined
  /** Whether the user has a verified email address. Reddit does not return the address. */
  has_verified_email: boolean
  created_utc: number
  total_karma: number
  is_suspended: boolean
  over_18: boolean
}

/**
 * Signs users in with Reddit. Since November 2025, Reddit must approve each new app. Existing apps continue to work.
 *
 * - Reddit does not return an email address.
 * - An app has one redirect URI. Create a separate app for development.
 * - To get a refresh token, set the request parameter `duration=permanent`.
 *
 * @see https://www.reddit.com/prefs/apps
 */
export const Reddit = defineOAuth<RedditProfile>({
  id: 'reddit',
  name: 'Reddit',
  authorization: 'https://www.reddit.com/api/v1/authorize',
  token: 'https://www.reddit.com/api/v1/access_token',
  userinfo: 'https://oauth.reddit.com/api/v1/me',
  scope: 'identity',
  checks: ['state'],
  profile: ({ id, name, icon_img }) => ({ id, name, email: null, image: icon_img?.split('?')[0] }),
  icon: () => import('./icons/reddit.js'),
  style: { brandColor: '#FF4500' },
})

export default Reddit
