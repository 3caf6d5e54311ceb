import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v2/user/me`. It contains only what the user agreed to share. */
export interface KakaoProfile extends AdditionalClaims {
  id: number
  connected_at?: string | undefined
  kakao_account?:
    | {
        profile?: { nickname?: string; profile_image_url?: string; thumbnail_image_url?: string } | undefined
        email?: string | undefined
        /** False if the email address now belongs to another account. */
        is_email_valid?: boolean | undefined
        is_email_verified?: boolean | undefined
      }
    | undefined
}

/**
 * Signs users in with Kakao.
 *
 * - The client id is the REST API key. The client secret must be enabled.
 * - The consent items of the app determine the profile data, so Latchkey sends no scope. To request more later, set
 *   their ids, separated by commas: `account_email,profile_nickname`.
 * - Without the consent item for the email address, the profile has none.
 *
 * @see https://developers.kakao.com/console/app
 */
export const Kakao = defineOAuth<KakaoProfile>({
  id: 'kakao',
  name: 'Kakao',
  authorization: 'https://kauth.kakao.com/oauth/authorize',
  token: 'https://kauth.kakao.com/oauth/token',
  userinfo: 'https://kapi.kakao.com/v2/user/me',
  scope: '',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, kakao_account: { profile, email } = {} }) => ({
    id: String(id),
    name: profile?.nickname,
    email,
    image: profile?.profile_image_url,
  }),
  isEmailVerified: ({ kakao_account: { is_email_valid, is_email_verified } = {} }) =>
    is_email_valid === false ? false : is_email_verified,
  icon: () => import('./icons/kakao.js'),
})

/** A time in ISO 8601. The name in Auth.js. */
export type DateTime = string

/** Kakao sends it if the app may read it. The name in Auth.js. */
export type Gender = 'female' | 'male'

/** The calendar of a birthday. The name in Auth.js. */
export type Birthday = 'SOLAR' | 'LUNAR'

/** In years. The name in Auth.js. */
export type AgeRange =
  | '1-9'
  | '10-14'
  | '15-19'
  | `${2 | 3 | 4 | 5 | 6 | 7 | 8}0-${2 | 3 | 4 | 5 | 6 | 7 | 8}9`
  | '90-'

export default Kakao
