import { defineOAuth } from './define.js'

/** What `GET /v1/me` answers. */
export interface FigmaProfile {
  [member: string]: unknown
  id: string
  handle: string
  email: string
  img_url: string
}

/**
 * Figma.
 *
 * - A code is good for 30 seconds.
 * - Scopes are joined by commas: `current_user:read,file_content:read`.
 * - Tokens are renewed at an address of its own, `https://api.figma.com/v1/oauth/refresh`.
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

/** @alias */
export default Figma
