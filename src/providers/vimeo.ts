import { defineOAuth } from './define.js'

/** The response of `GET /me`. */
export interface VimeoProfile {
  /** `/users/<id>` */
  uri: string
  name: string
  link?: string | undefined
  pictures?: { sizes: ReadonlyArray<{ width: number; height: number; link: string }> } | null | undefined
}

/**
 * Signs users in with Vimeo.
 *
 * - Vimeo does not return an email address.
 *
 * @see https://developer.vimeo.com/apps
 */
export const Vimeo = defineOAuth<VimeoProfile>({
  id: 'vimeo',
  name: 'Vimeo',
  authorization: 'https://api.vimeo.com/oauth/authorize',
  token: 'https://api.vimeo.com/oauth/access_token',
  userinfo: 'https://api.vimeo.com/me',
  scope: 'public',
  checks: ['state'],
  profile: ({ uri, name, pictures }) => ({
    id: uri.split('/').at(-1),
    name,
    email: null,
    image: pictures?.sizes.at(-1)?.link,
  }),
  icon: () => import('./icons/vimeo.js'),
  style: { brandColor: '#1ab7ea' },
})

export default Vimeo
