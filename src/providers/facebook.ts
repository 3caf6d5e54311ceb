import { defineOAuth } from './define.js'

/** What `GET /me` answers. */
export interface FacebookProfile {
  [member: string]: unknown
  /** Differs for each app. */
  id: string
  name: string
  email?: string | undefined
  picture?: { data: { url: string; width: number; height: number; is_silhouette: boolean } } | undefined
}

/**
 * Facebook.
 *
 * - Somebody who registered with a phone number has no address, and anybody may decline to give theirs.
 * - Each version of the API ends about two years after it came; `apiVersion` chooses another, such as `v26.0`.
 * - Leave "Require App Secret" off in the advanced settings of the app: requests are not signed with the secret.
 * - Facebook Login for Business wants `authorization: { params: { config_id: '…' } }`.
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

/** @alias */
export default Facebook
