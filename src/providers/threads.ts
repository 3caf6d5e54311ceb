import { defineOAuth } from './define.js'

/** The response of `GET /v1.0/me`. */
export interface ThreadsProfile {
  id: string
  username: string
  name?: string | undefined
  threads_profile_picture_url?: string | undefined
  threads_biography?: string | undefined
}

/**
 * Signs users in with Threads.
 *
 * - Threads does not return an email address.
 * - The access token is valid for one hour, and there is no refresh token. You can exchange it for a token that is
 *   valid for 60 days.
 * - The redirect URI must use HTTPS. Separate scopes with commas.
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

export default Threads
