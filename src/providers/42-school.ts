import { defineOAuth } from './define.js'

/** The response of `GET /v2/me`. */
export interface FortyTwoProfile {
  [member: string]: unknown
  id: number
  login: string
  email: string
  displayname: string
  /** The full name with the preferred first name, if the user set one. */
  usual_full_name: string | null
  first_name: string
  last_name: string
  image: { link: string | null }
  kind: string
  campus: ReadonlyArray<{ id: number; name: string }>
  cursus_users: ReadonlyArray<{ cursus_id: number; grade: string | null; level: number }>
}

/**
 * Signs users in with 42 School.
 *
 * - A client secret expires. The token response contains its expiry as `secret_valid_until`.
 *
 * @see https://profile.intra.42.fr/oauth/applications
 */
export const FortyTwo = defineOAuth<FortyTwoProfile>({
  id: '42-school',
  name: '42 School',
  authorization: 'https://api.intra.42.fr/oauth/authorize',
  token: 'https://api.intra.42.fr/oauth/token',
  userinfo: 'https://api.intra.42.fr/v2/me',
  scope: 'public',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, usual_full_name, displayname, login, email, image }) => ({
    id: String(id),
    name: usual_full_name ?? displayname ?? login,
    email,
    image: image?.link,
  }),
  icon: () => import('./icons/42-school.js'),
})

/** @alias */
export default FortyTwo
