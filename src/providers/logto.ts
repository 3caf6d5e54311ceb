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
  /** Requires the scope `phone`, as the next one. */
  phone_number?: string | null | undefined
  phone_number_verified?: boolean | undefined
  /** Each further claim requires the scope of its name. */
  address?: string | undefined
  custom_data?: object | undefined
  identities?: object | undefined
  sso_identities?: object[] | undefined
  organizations?: string[] | undefined
  organization_data?: object[] | undefined
  organization_roles?: string[] | undefined
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

export default Logto
