import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /me`. */
export interface FacebookProfile extends AdditionalClaims {
  /** The user's id in this app. */
  id: string
  name: string
  email?: string | undefined
  picture?: { data: { url: string; width: number; height: number; is_silhouette: boolean } } | undefined
}

/**
 * Signs users in with Facebook.
 *
 * - The email address can be missing: for users registered with a phone number, and for users who decline to share it.
 * - Each API version ends about two years after its release. To select another version, set `apiVersion`, such as
 *   `v26.0`.
 * - Leave "Require App Secret" off in the advanced settings of the app, because requests are not signed with the
 *   secret.
 * - Facebook Login for Business requires `authorization: { params: { config_id: '…' } }`.
 *
 * @see https://developers.facebook.com/apps
 */
export const Facebook = defineOAuth<FacebookProfile, { apiVersion?: string }>({
  id: 'facebook',
  name: 'Facebook',
  authorization: 'https://www.facebook.com/{apiVersion}/dialog/oauth',
  token: 'https://graph.facebook.com/{apiVersion}/oauth/access_token',
  userinfo: 'https://graph.facebook.com/{apiVersion}/me?fields=id,name,email,picture',
  scope: 'email,public_profile',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, email, picture }) => ({ id, name, email, image: picture?.data.url }),
  icon: () => import('./icons/facebook.js'),
  style: { bg: '#006aff', text: '#fff' },
  apiVersion: 'v25.0',
})

export default Facebook
