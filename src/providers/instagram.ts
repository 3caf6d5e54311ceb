import { defineOAuth } from './define.js'

/** What `GET /me` answers. */
export interface InstagramProfile {
  [member: string]: unknown
  /** The professional account. */
  user_id: string
  /** The same account, but for this app alone. */
  id: string
  username: string
  name?: string | undefined
  account_type?: string | undefined
  profile_picture_url?: string | undefined
}

/**
 * Instagram. Only business and creator accounts can sign in: what personal ones did it with was switched off on
 * 4 December 2024.
 *
 * - There is no e-mail address.
 * - The redirect URI must be https.
 * - The access token lives for an hour; `https://graph.instagram.com/access_token` changes it for one of 60 days.
 *
 * @see https://developers.facebook.com/apps/
 */
export const Instagram = defineOAuth<InstagramProfile>({
  id: 'instagram',
  name: 'Instagram',
  authorization: 'https://www.instagram.com/oauth/authorize',
  token: { url: 'https://api.instagram.com/oauth/access_token', responsePath: 'data.0', tokenType: 'bearer' },
  userinfo: 'https://graph.instagram.com/me?fields=user_id,username,name,account_type,profile_picture_url',
  scope: 'instagram_business_basic',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id, id, name, username, profile_picture_url }) => ({
    id: String(user_id ?? id),
    name: name ?? username,
    email: null,
    image: profile_picture_url ?? null,
  }),
  icon: () => import('./icons/instagram.js'),
  style: { bg: '#fff', text: '#000' },
})

/** @alias */
export default Instagram
