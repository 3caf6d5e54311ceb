import { defineOIDC } from './define.js'

/** What the NAS's userinfo endpoint answers. */
export interface SynologyProfile {
  [claim: string]: unknown
  /** The name of the account. */
  sub: string
  username?: string | undefined
  preferred_username?: string | undefined
  email?: string | undefined
  groups?: readonly string[] | undefined
}

/**
 * A Synology NAS with the package SSO Server. `baseUrl` is its address.
 *
 * - People are known by the name of their account: whoever gets a name that was somebody's before is that person.
 * - The NAS does not say whether an address is proven.
 *
 * @see https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_application_list
 */
export const Synology = defineOIDC<SynologyProfile, { baseUrl: string }>({
  id: 'synology',
  name: 'Synology',
  issuer: '{baseUrl}/webman/sso',
  idToken: false,
  scope: 'openid email groups',
  checks: ['pkce', 'state'],
  profile: ({ sub, username, preferred_username, email }) => ({
    id: sub,
    name: username ?? preferred_username,
    email,
    image: null,
  }),
})

/** @alias */
export default Synology
