import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v1/nid/me`. It contains only what the user agreed to share. */
export interface NaverProfile extends AdditionalClaims {
  /** `00` on success. */
  resultcode: string
  message: string
  response: {
    id: string
    nickname?: string | undefined
    name?: string | undefined
    /** The contact email address, which the user can enter freely. */
    email?: string | undefined
    profile_image?: string | undefined
    gender?: 'F' | 'M' | 'U' | undefined
    mobile?: string | undefined
  }
}

/**
 * Signs users in with Naver.
 *
 * - Select the profile data when you register the app. Naver does not use scopes.
 * - Naver does not report whether an email address is verified.
 *
 * @see https://developers.naver.com/apps/
 */
export const Naver = defineOAuth<NaverProfile>({
  id: 'naver',
  name: 'Naver',
  authorization: 'https://nid.naver.com/oauth2.0/authorize',
  token: { url: 'https://nid.naver.com/oauth2.0/token', extraParams: { state: '{callback.state}' } },
  userinfo: 'https://openapi.naver.com/v1/nid/me',
  scope: null,
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { id, nickname, name, email, profile_image } }) => ({
    id,
    name: nickname ?? name,
    email,
    image: profile_image,
  }),
  icon: () => import('./icons/naver.js'),
})

export default Naver
