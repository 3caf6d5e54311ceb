import { type AdditionalClaims, defineOAuth, type StandardClaims } from './define.js'

/** The userinfo response of FACEIT. */
export interface FACEITProfile
  extends AdditionalClaims,
    Pick<StandardClaims, 'name' | 'given_name' | 'family_name' | 'email' | 'picture'> {
  guid: string
  nickname: string
  locale?: string | undefined
  memberships?: readonly string[] | undefined
}

/**
 * Signs users in with FACEIT.
 *
 * @see https://developers.faceit.com/apps
 */
export const FACEIT = defineOAuth<FACEITProfile>({
  id: 'faceit',
  name: 'FACEIT',
  authorization: { url: 'https://accounts.faceit.com/accounts', params: { redirect_popup: 'true' } },
  token: 'https://api.faceit.com/auth/v1/oauth/token',
  userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
  scope: 'openid email profile',
  profile: ({ guid, nickname, name, email, picture }) => ({
    id: guid,
    name: nickname ?? name,
    email,
    image: picture,
  }),
  icon: () => import('./icons/faceit.js'),
})

export default FACEIT
