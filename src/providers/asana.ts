import { defineOAuth } from './define.js'

/** The response of `GET /users/me`. */
export interface AsanaProfile {
  data: {
    gid: string
    name: string
    email: string
    photo?: { image_128x128: string } | null | undefined
    workspaces?: readonly { gid: string; name: string }[] | undefined
  }
}

/**
 * Signs users in with Asana.
 *
 * - An app with "Full permissions" has the scope `default`.
 * - An app with individual scopes must include `users:read`. Request those scopes instead of `default`.
 * - Asana does not report whether an email address is verified.
 *
 * @see https://app.asana.com/0/my-apps
 */
export const Asana = defineOAuth<AsanaProfile>({
  id: 'asana',
  name: 'Asana',
  authorization: 'https://app.asana.com/-/oauth_authorize',
  token: 'https://app.asana.com/-/oauth_token',
  userinfo: 'https://app.asana.com/api/1.0/users/me',
  scope: 'default',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { gid, name, email, photo } }) => ({ id: gid, name, email, image: photo?.image_128x128 }),
  icon: () => import('./icons/asana.js'),
  style: { brandColor: '#F06A6A' },
})

export default Asana
