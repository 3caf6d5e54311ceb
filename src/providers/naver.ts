import { defineOAuth } from './define.js'

/** What `GET /v1/nid/me` answers: of each thing only what the person agreed to share. */
export interface NaverProfile {
  [member: string]: unknown
  /** `00` where all is well. */
  resultcode: string
  message: string
  response: {
    id: string
    nickname?: string | undefined
    name?: string | undefined
    /** Where they want to get mail; they may have typed it. */
    email?: string | undefined
    profile_image?: string | undefined
    gender?: 'F' | 'M' | 'U' | undefined
    mobile?: string | undefined
  }
}

/**
 * Naver.
 *
 * - What an app may know is chosen where it is registered; there are no scopes.
 * - Naver does not say whether an address is proven.
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

/** @alias */
export default Naver
