import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /me`. */
export interface InstagramProfile extends AdditionalClaims {
  /** The professional account. */
  user_id: string
  /** The id of the same account in this app. */
  id: string
  username: string
  name?: string | undefined
  account_type?: string | undefined
  profile_picture_url?: string | undefined
}

/**
 * Signs users in with Instagram. Only business and creator accounts can sign in. The API for personal accounts was
 * switched off on 4 December 2024.
 *
 * - Instagram does not return an email address.
 * - The redirect URI must use HTTPS.
 * - The access token is valid for one hour. Exchange it at `https://graph.instagram.com/access_token` for a token that
 *   is valid for 60 days.
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

export default Instagram
