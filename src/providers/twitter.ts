import { defineOAuth } from './define.js'

/** What `GET /2/users/me` answers. */
export interface TwitterProfile {
  [member: string]: unknown
  data: {
    id: string
    name: string
    username: string
    confirmed_email?: string | undefined
    email?: string | undefined
    profile_image_url?: string | undefined
  }
}

/**
 * Twitter, which is called X since July 2023; the id stays.
 *
 * - Switch on "Request email from users" in the settings of the app. An app that may not have it leaves out the scope
 *   `users.email`, and `confirmed_email` of `userinfo`.
 * - The picture is a small one; without `_normal` in its address it has its full size.
 *
 * @see https://developer.x.com/en/portal/dashboard
 */
export const Twitter = defineOAuth<TwitterProfile>({
  id: 'twitter',
  name: 'Twitter',
  authorization: 'https://x.com/i/oauth2/authorize',
  token: 'https://api.x.com/2/oauth2/token',
  userinfo: 'https://api.x.com/2/users/me?user.fields=profile_image_url,confirmed_email',
  scope: 'users.read tweet.read offline.access users.email',
  checks: ['pkce', 'state'],
  profile: ({ data: { id, name, confirmed_email, email, profile_image_url } }) => ({
    id,
    name,
    email: confirmed_email ?? email,
    image: profile_image_url,
  }),
  icon: () => import('./icons/twitter.js'),
  style: { bg: '#1da1f2', text: '#fff' },
})

/** @alias */
export default Twitter
