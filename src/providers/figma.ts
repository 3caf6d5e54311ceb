import { defineOAuth } from './define.js'

/** The response of `GET /v1/me`. */
export interface FigmaProfile {
  id: string
  handle: string
  email: string
  img_url: string
}

/**
 * Signs users in with Figma.
 *
 * - An authorization code is valid for 30 seconds.
 * - Separate scopes with commas: `current_user:read,file_content:read`.
 * - Refresh tokens at a separate endpoint: `https://api.figma.com/v1/oauth/refresh`.
 *
 * @see https://www.figma.com/developers/apps
 */
export const Figma = defineOAuth<FigmaProfile>({
  id: 'figma',
  name: 'Figma',
  authorization: 'https://www.figma.com/oauth',
  token: 'https://api.figma.com/v1/oauth/token',
  userinfo: 'https://api.figma.com/v1/me',
  scope: 'current_user:read',
  checks: ['state'],
  profile: ({ id, handle, email, img_url }) => ({ id, name: handle, email, image: img_url }),
  icon: () => import('./icons/figma.js'),
  style: { bg: '#ff7237', text: '#fff' },
})

export default Figma
