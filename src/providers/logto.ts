import { defineOIDC } from './define.js'

/** The claims of Logto's ID token. */
export interface LogtoProfile {
  [claim: string]: unknown
  sub: string
  name: string | null
  username: string | null
  picture: string | null
  email?: string | null | undefined
  email_verified?: boolean | undefined
  created_at: number
  updated_at: number
}

/**
 * Signs users in with Logto.
 *
 * - Set `issuer` to a URL that ends with `/oidc`: `https://acme.logto.app/oidc`.
 * - To get a refresh token, set the request parameter `prompt=consent`.
 *
 * @see https://cloud.logto.io/
 */
export const Logto = defineOIDC<LogtoProfile>({
  id: 'logto',
  name: 'Logto',
  scope: 'offline_access openid email profile',
  profile: ({ sub, name, username, email, picture }) => ({
    id: sub,
    name: name ?? username,
    email,
    image: picture,
  }),
})

/** @alias */
export default Logto
