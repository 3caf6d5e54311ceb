import { defineOAuth } from './define.js'

/** What `GET /api/v1/me` answers. */
export interface RedditProfile {
  [member: string]: unknown
  id: string
  name: string
  /** Its query is escaped for HTML. */
  icon_img?: string | undefined
  snoovatar_img?: string | undefined
  /** Whether there is a proven address; which, Reddit does not say. */
  has_verified_email: boolean
  created_utc: number
  total_karma: number
  is_suspended: boolean
  over_18: boolean
}

/**
 * Reddit. Since November 2025 each new app must be approved by Reddit; older ones go on as before.
 *
 * - There is no e-mail address.
 * - An app has one redirect URI, so development needs an app of its own.
 * - A refresh token comes only with the further parameter `duration=permanent`.
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

/** @alias */
export default Reddit
