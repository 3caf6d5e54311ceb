import { defineOAuth } from './define.js'

/** What `GET /v1.0/me` answers. */
export interface ThreadsProfile {
  [member: string]: unknown
  id: string
  username: string
  name?: string | undefined
  threads_profile_picture_url?: string | undefined
}

/**
 * Threads.
 *
 * - There is no e-mail address.
 * - The access token is good for an hour, and there is no refresh token; it can be exchanged for one of 60 days.
 * - The redirect URI must be https. Scopes are separated by commas.
 *
 * @see https://developers.facebook.com/apps/
 */
export const Threads = defineOAuth<ThreadsProfile>({
  id: 'threads',
  name: 'Threads',
  authorization: 'https://threads.com/oauth/authorize',
  token: { url: 'https://graph.threads.com/oauth/access_token', tokenType: 'bearer' },
  userinfo: {
    url: 'https://graph.threads.com/v1.0/me',
    params: { fields: 'id,username,name,threads_profile_picture_url' },
  },
  scope: 'threads_basic',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, username, threads_profile_picture_url }) => ({
    id,
    name: name ?? username,
    email: null,
    image: threads_profile_picture_url,
  }),
  icon: () => import('./icons/threads.js'),
  style: { bg: '#000', text: '#fff' },
})

/** @alias */
export default Threads
