import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v2/users/me`. */
export interface ZoomProfile extends AdditionalClaims {
  id: string
  first_name: string
  last_name?: string | undefined
  display_name?: string | undefined
  email: string
  /** 1 if the email address is verified. */
  verified: 0 | 1
  pic_url?: string | undefined
  account_id: string
  language: string
  timezone: string
}

/**
 * Signs users in with Zoom.
 *
 * - Select the scopes when you register the app. Latchkey sends none. The app needs `user:read:user`, or `user:read` if
 *   it is older.
 *
 * @see https://marketplace.zoom.us/develop/create
 */
export const Zoom = defineOAuth<ZoomProfile>({
  id: 'zoom',
  name: 'Zoom',
  authorization: 'https://zoom.us/oauth/authorize',
  token: 'https://zoom.us/oauth/token',
  userinfo: 'https://api.zoom.us/v2/users/me',
  scope: '',
  profile: ({ id, display_name, first_name, last_name, email, pic_url }) => ({
    id,
    name: display_name ?? [first_name, last_name].filter(Boolean).join(' '),
    email,
    image: pic_url,
  }),
  isEmailVerified: ({ verified }) => verified === 1,
  icon: () => import('./icons/zoom.js'),
  style: { bg: '#0b5cff', text: '#fff' },
})

export default Zoom
