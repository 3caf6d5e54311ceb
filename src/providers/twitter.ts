import { defineOAuth } from './define.js'

/** The response of `GET /2/users/me`. */
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
  includes?: { tweets?: { id: string; text: string }[] | undefined } | undefined
}

/**
 * Signs users in with Twitter. Twitter is called X since July 2023. The provider id is still `twitter`.
 *
 * - Turn on "Request email from users" in the settings of the app. If the app does not get this permission, remove the
 *   scope `users.email` and `confirmed_email` of `userinfo`.
 * - `image` is a small picture. For the full size, remove `_normal` from its URL.
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

export default Twitter
