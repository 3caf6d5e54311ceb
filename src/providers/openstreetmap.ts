import { defineOAuth } from './define.js'

/** The response of `GET /api/0.6/user/details.json`. */
export interface OpenStreetMapProfile {
  user: { id: number; display_name: string; img?: { href: string } | undefined; account_created?: string }
}

/**
 * Signs users in with OpenStreetMap.
 *
 * - OpenStreetMap does not return an email address.
 * - The redirect URI must use HTTPS or point to the local machine.
 *
 * @see https://www.openstreetmap.org/oauth2/applications
 */
export const OpenStreetMap = defineOAuth<OpenStreetMapProfile>({
  id: 'openstreetmap',
  name: 'OpenStreetMap',
  authorization: 'https://www.openstreetmap.org/oauth2/authorize',
  token: 'https://www.openstreetmap.org/oauth2/token',
  userinfo: 'https://api.openstreetmap.org/api/0.6/user/details.json',
  scope: 'read_prefs',
  checks: ['pkce', 'state'],
  profile: ({ user }) => ({
    id: String(user.id),
    name: user.display_name,
    email: null,
    image: user.img?.href,
  }),
  icon: () => import('./icons/openstreetmap.js'),
  style: { brandColor: '#7ebc6f' },
})

export default OpenStreetMap
