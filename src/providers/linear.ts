import { defineOAuth } from './define.js'

/** The response of the `viewer` query. */
export interface LinearProfile {
  data: { viewer: { id: string; name: string; email: string; avatarUrl?: string | null | undefined } }
}

/**
 * Signs users in with Linear.
 *
 * - Separate scopes with commas. Always include `read`.
 * - A user has a different id in each workspace.
 *
 * @see https://linear.app/settings/api/applications
 */
export const Linear = defineOAuth<LinearProfile>({
  id: 'linear',
  name: 'Linear',
  authorization: 'https://linear.app/oauth/authorize',
  token: 'https://api.linear.app/oauth/token',
  userinfo: {
    url: 'https://api.linear.app/graphql',
    body: { query: '{ viewer { id name email avatarUrl } }' },
  },
  scope: 'read',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { viewer } }) => ({
    id: viewer.id,
    name: viewer.name,
    email: viewer.email,
    image: viewer.avatarUrl,
  }),
  icon: () => import('./icons/linear.js'),
  style: { brandColor: '#5e6ad2' },
})

export default Linear
